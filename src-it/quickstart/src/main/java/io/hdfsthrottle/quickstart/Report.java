package io.hdfsthrottle.quickstart;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The results of both runs, in the order they ran, on hosts of these versions, and their evaluation. */
record Report(Scenario scenario, String hosts, List<Run> runs) {

    boolean holds() {
        return sharesHold() && intact();
    }

    boolean sharesHold() {
        return runs.stream().anyMatch(run -> run.kind() == Run.Kind.CONTROLLED && run.sharesHold());
    }

    boolean intact() {
        return runs.stream().allMatch(Run::intact);
    }

    String checksums() {
        long files = runs.stream()
                .flatMap(run -> run.tenants().stream())
                .mapToLong(Run.Tenant::verified)
                .sum();
        return intact()
                ? "SHA-256 of all " + files + " files read is that of what was written"
                : "SHA-256 of what was read is NOT that of what was written, or a tenant finished no file";
    }

    static <T> String joined(List<T> things, Function<T, String> text) {
        return things.stream().map(text).collect(Collectors.joining());
    }

    /** Bytes a second as text in MB/s with one decimal: 1 MB is 1 000 000 bytes, as disks and networks count. */
    static String megabytes(double bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f", bytesPerSecond / 1e6);
    }
}
