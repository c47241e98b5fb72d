package io.hdfsthrottle.quickstart;

import java.util.List;
import java.util.Locale;

/**
 * The results of both runs, and their evaluation.
 *
 * @param scenario the input
 * @param hosts the versions it ran on, in readable form
 * @param runs in the order they ran
 */
record Report(Scenario scenario, String hosts, List<RunResult> runs) {

    /** The permitted deviation of a tenant's rate from its expected rate. */
    static final double TOLERANCE_PERCENT = 5;

    Report {
        runs = List.copyOf(runs);
    }

    /** Whether the controlled run kept every share and every run read what was written. */
    boolean holds() {
        return sharesHold() && intact();
    }

    boolean sharesHold() {
        return runs.stream()
                .filter(run -> run.kind() == RunResult.Kind.CONTROLLED)
                .anyMatch(run -> run.maxErrorPercent() <= TOLERANCE_PERCENT);
    }

    boolean intact() {
        return runs.stream().allMatch(RunResult::intact);
    }

    /** A run's result in one sentence. */
    static String finding(RunResult run) {
        if (run.kind() == RunResult.Kind.CONTROLLED) {
            String verdict = run.maxErrorPercent() <= TOLERANCE_PERCENT
                    ? "every tenant is within %.1f %% of what its priority earns"
                    : "a tenant is %.1f %% away from what its priority earns: too far";
            return String.format(Locale.ROOT, verdict, run.maxErrorPercent());
        }
        TenantResult winner = run.winner();
        if (winner.ofNodes().size() > 1) {
            return String.format(
                    Locale.ROOT,
                    "place and threads win: %s, priority %d, data %s, takes %.0f %% of what all read with %d threads",
                    winner.contender().tenant(),
                    winner.contender().priority(),
                    winner.contender().placement(),
                    100 * winner.measured() / run.total(),
                    winner.contender().threads());
        }
        return String.format(
                Locale.ROOT,
                "threads win: %s, priority %d, takes %.0f %% of the disk with %d of them",
                winner.contender().tenant(),
                winner.contender().priority(),
                100 * winner.measured() / run.total(),
                winner.contender().threads());
    }

    /** The result of checking checksums, in one sentence. */
    String checksums() {
        long files = runs.stream().mapToLong(RunResult::verified).sum();
        return intact()
                ? String.format(Locale.ROOT, "SHA-256 of all %d files read is that of what was written", files)
                : "SHA-256 of what was read is NOT that of what was written, or a tenant finished no file";
    }
}
