package io.hdfsthrottle.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.explain.RunComparison.RunFigures;
import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting.Cause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RunComparisonTest {
    private static final Run.Wait NONE =
            new Run.Wait(Tenant.named("gold"), 0, 0, true, Cause.UNKNOWN, Optional.empty(), Optional.empty());

    /** A run of so many seconds with that rate, held back for a part of the time of its operations. */
    private static Run run(String id, int hoursAgo, long seconds, long megabytes, double heldBackPercent) {
        return new Run(
                id,
                new Run.Name("nightly", "alice", true, 0),
                Duration.ofHours(hoursAgo),
                Duration.ofSeconds(seconds),
                NONE,
                seconds * megabytes * 1_000_000,
                Map.of(
                        WaitCause.SHARE,
                        heldBackPercent,
                        WaitCause.MOVED,
                        90 - heldBackPercent,
                        WaitCause.OUTSIDE,
                        10.0));
    }

    @Test
    void runThatIsSlowerThanItsLastOnes_isComparedWithTheirMeans() {
        RunComparison told = RunComparison.of(List.of(
                        run("app-4", 1, 600, 12, 64),
                        run("app-3", 25, 100, 31, 12),
                        run("app-2", 49, 200, 30, 13),
                        run("app-1", 73, 100, 33, 11)))
                .orElseThrow();

        assertThat(told.sentence())
                .isEqualTo(
                        "This run moves 12 MB/s in the mean, its last 3 runs moved 31 MB/s; it is held back for 64 % of"
                                + " its operations' time instead of 12 %.");
        assertThat(told.own()).isEqualTo(new RunFigures("app-4", 3_000, 600_000, 7_200_000_000L, 12_000_000, 64.0));
        assertThat(told.earlier()).extracting(RunFigures::application).containsExactly("app-3", "app-2", "app-1");
    }

    @Test
    void runWithoutOthers_isNotCompared() {
        assertThat(RunComparison.of(List.of())).isEmpty();
        assertThat(RunComparison.of(List.of(run("app-1", 1, 600, 12, 64)))).isEmpty();
    }

    @Test
    void runsThatDidNothing_areNoDivisionByZero() {
        List<Run> runs = new ArrayList<>();
        for (String id : List.of("app-2", "app-1")) {
            runs.add(new Run(id, new Run.Name("n", "u", false, 0), Duration.ZERO, Duration.ZERO, NONE, 0, Map.of()));
        }
        assertThat(RunComparison.of(runs).orElseThrow().sentence())
                .isEqualTo(
                        "This run moves 0.0 MB/s in the mean, its last run moved 0.0 MB/s; it is held back for 0.0 % of"
                                + " its operations' time instead of 0.0 %.");
    }
}
