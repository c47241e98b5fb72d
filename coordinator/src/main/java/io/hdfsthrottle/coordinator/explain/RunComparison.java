package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.node.Run;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A run of an application beside the last ones of the same program.
 *
 * @param own until now
 * @param earlier the latest first
 */
public record RunComparison(RunFigures own, List<RunFigures> earlier, String sentence) {
    /** A shorter time is within the error of a report's. */
    private static final double LEAST_SECONDS = 1;

    /**
     * A run.
     *
     * @param agoSeconds since it moved anything or waited
     * @param lastedMillis from its first operation until then
     * @param bytesPerSecond the mean over that
     * @param heldBackPercent of the time of its operations
     */
    public record RunFigures(
            String application,
            long agoSeconds,
            long lastedMillis,
            long bytes,
            long bytesPerSecond,
            double heldBackPercent) {
        static RunFigures of(Run run) {
            return new RunFigures(
                    run.application(),
                    run.ended().toSeconds(),
                    run.lasted().toMillis(),
                    run.bytes(),
                    Math.round(rate(List.of(run))),
                    Math.round(1_000 * heldBack(List.of(run))) / 10.0);
        }
    }

    /** Empty if nothing is known that the first one could be compared with. */
    static Optional<RunComparison> of(List<Run> runs) {
        if (runs.size() < 2) {
            return Optional.empty();
        }
        List<Run> own = runs.subList(0, 1);
        List<Run> earlier = runs.subList(1, runs.size());
        String sentence = "This run moves " + Words.rate(rate(own)) + " in the mean, its last "
                + (earlier.size() == 1 ? "run" : earlier.size() + " runs") + " moved " + Words.rate(rate(earlier))
                + "; it is held back for " + Words.percent(heldBack(own)) + " of its operations' time instead of "
                + Words.percent(heldBack(earlier)) + ".";
        return Optional.of(new RunComparison(
                RunFigures.of(runs.get(0)), earlier.stream().map(RunFigures::of).toList(), sentence));
    }

    private static double rate(Collection<Run> runs) {
        double bytes = runs.stream().mapToDouble(Run::bytes).sum();
        return bytes
                / runs.stream()
                        .mapToDouble(run -> Math.max(LEAST_SECONDS, run.lasted().toMillis() / 1e3))
                        .sum();
    }

    private static double heldBack(Collection<Run> runs) {
        double all =
                runs.stream().mapToDouble(run -> CauseParts.sum(run.spent())).sum();
        double waits =
                runs.stream().mapToDouble(run -> CauseParts.waits(run.spent())).sum();
        return all <= 0 ? 0 : waits / all;
    }
}
