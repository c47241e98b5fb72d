package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Runs of applications, as a quarter keeps them: those whose operations took longest come first. Immutable.
 *
 * @param at when that was known, in seconds since 1970
 */
record Runs(long at, List<Run> runs) {
    static final Runs NONE = new Runs(0, List.of());

    /** So many are kept of a quarter at most. */
    static final int MOST = 512;

    private static final Snapshot<Runs, Runs> LAYOUT = Snapshot.of("runs", 1, NONE, Runs.class);
    private static final Comparator<Run> LONGEST_FIRST = Comparator.comparingDouble(
                    (Run run) -> run.spent().values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum())
            .reversed();

    /** Copies what it is given. */
    Runs {
        runs = List.copyOf(runs);
    }

    static Runs of(long at, List<Run> all) {
        return new Runs(at, all.stream().sorted(LONGEST_FIRST).limit(MOST).toList());
    }

    /** The first three of four. */
    Runs fewer() {
        return new Runs(at, runs.subList(0, runs.size() * 3 / 4));
    }

    byte[] write() {
        return LAYOUT.write(this);
    }

    /**
     * As they are known at that time, in seconds since 1970.
     *
     * @throws IOException if they are not understood
     */
    static List<Run> read(byte[] written, long now) throws IOException {
        try {
            Runs stored = LAYOUT.read(written);
            Duration since = Duration.ofSeconds(Math.max(0, Math.subtractExact(now, stored.at)));
            return stored.runs.stream().map(run -> run.after(since)).toList();
        } catch (IllegalStateException | IllegalArgumentException | ArithmeticException strange) {
            throw new IOException(strange.getMessage(), strange);
        }
    }
}
