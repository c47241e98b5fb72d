package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Locale;

/**
 * The results of both runs, and their evaluation.
 *
 * @param scenario the input
 * @param hosts the versions it ran on, in readable form
 * @param runs in the order they ran
 */
record Report(Scenario scenario, String hosts, List<Run> runs) {

    Report {
        runs = List.copyOf(runs);
    }

    /** Whether the controlled run kept every share and every run read what was written. */
    boolean holds() {
        return sharesHold() && intact();
    }

    boolean sharesHold() {
        return runs.stream().anyMatch(run -> run.kind() == Run.Kind.CONTROLLED && run.sharesHold());
    }

    boolean intact() {
        return runs.stream().allMatch(Run::intact);
    }

    /** The result of checking checksums, in one sentence. */
    String checksums() {
        long files = runs.stream()
                .flatMap(run -> run.tenants().stream())
                .mapToLong(Run.Tenant::verified)
                .sum();
        return intact()
                ? "SHA-256 of all " + files + " files read is that of what was written"
                : "SHA-256 of what was read is NOT that of what was written, or a tenant finished no file";
    }

    /** Bytes a second as text in MB/s with one decimal: 1 MB is 1 000 000 bytes, as disks and networks count. */
    static String megabytes(double bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f", bytesPerSecond / 1e6);
    }

    /** The same of a rate. */
    static String megabytes(Rate rate) {
        return megabytes((double) rate.bytesPerSecond());
    }
}
