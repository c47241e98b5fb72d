package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Compares a canary with the nodes in shadow, about once a second, and decides when it goes back to shadow. What cannot
 * be compared is worse, too: the canary is silent, does not enforce, or there is nobody to compare it with. The time is
 * a parameter. Not thread-safe.
 */
final class Comparison {
    /** A node reports each second: one that is silent for so long is gone, and it is not waited for any longer. */
    static final Duration SILENT = Duration.ofSeconds(10);

    /** So many peers say enough: those whose names come first. */
    private static final int MOST_PEERS = 100;

    private static final double MEBI = 1 << 20;
    private static final double MILLIS = 1_000;
    private static final double NANOS_OF_MILLI = 1e6;
    private static final double PERCENT = 100;

    /** The 99th percentile of fewer reads says nothing. */
    private static final int LEAST_READS = 100;

    private static final double P99 = 0.99;

    /** Peers that move less, each in the mean, are idle: then there is nothing to compare. */
    private static final double IDLE = MEBI;

    private final Canary canary;
    private Map<String, Pace> paces = new HashMap<>();
    private String standing = "has not been compared yet";
    private long heardNanos;
    private long turnNanos;

    /** For how long it was worse, less for how long it was not since then: a moment is no end of it. */
    private long worseNanos;

    Comparison(Canary canary, long nanos) {
        this.canary = canary;
        this.heardNanos = nanos;
        this.turnNanos = nanos;
    }

    Canary canary() {
        return canary;
    }

    /** How it compares, for people. */
    String standing() {
        return standing;
    }

    /** Goes on with the last reports of all nodes; why it has to go back to shadow, empty as long as it has not. */
    Optional<String> next(List<NodeReport> reports, long nanos) {
        long passed = nanos - turnNanos;
        turnNanos = nanos;
        Optional<NodeReport> own = reports.stream()
                .filter(report -> report.usage().node().equals(canary.node()))
                .findAny();
        heardNanos = own.map(report -> Math.max(heardNanos, nanos - report.age().toNanos()))
                .orElse(heardNanos);
        if (nanos - heardNanos >= SILENT.toNanos()) {
            return Optional.of("it has not reported for " + SILENT.toSeconds() + " s");
        }
        if (own.isEmpty()) {
            return Optional.empty();
        }
        UsageReport usage = own.get().usage();
        boolean enforces =
                usage.pacing() && usage.mode().filter(Mode.ENFORCE::equals).isPresent();
        paces = paces(reports, enforces, nanos);
        Optional<String> worse = enforces ? worse(reports) : Optional.of("it does not enforce");
        worseNanos = Math.max(0, worseNanos + (worse.isPresent() ? passed : -passed));
        Duration most = Duration.ofSeconds(canary.bounds().forSeconds());
        return worseNanos < most.toNanos()
                ? Optional.empty()
                : worse.map(why -> why + ", for " + most.toSeconds() + " s");
    }

    /** Those of the peers, and of the canary since it enforces. */
    private Map<String, Pace> paces(List<NodeReport> reports, boolean enforces, long nanos) {
        Map<String, Pace> after = new HashMap<>();
        for (NodeReport report : reports) {
            UsageReport usage = report.usage();
            boolean isOwn = usage.node().equals(canary.node());
            if (isOwn ? enforces : after.size() < MOST_PEERS && isPeer(report)) {
                long came = nanos - report.age().toNanos();
                Pace before = paces.get(usage.node());
                after.put(usage.node(), before == null ? Pace.of(usage, came) : before.and(usage, came));
            }
        }
        return after;
    }

    private boolean isPeer(NodeReport report) {
        return report.answering()
                && report.usage().mode().filter(Mode.SHADOW::equals).isPresent()
                && !report.usage().node().equals(canary.node());
    }

    private Optional<String> worse(List<NodeReport> reports) {
        if (reports.stream().noneMatch(this::isPeer)) {
            return Optional.of("no node in shadow reports to compare it with");
        }
        Pace own = paces.get(canary.node());
        List<Pace> peers = paces.entrySet().stream()
                .filter(each -> !each.getKey().equals(canary.node()))
                .map(Map.Entry::getValue)
                .filter(Pace::isKnown)
                .toList();
        if (!own.isKnown() || peers.isEmpty()) {
            return Optional.empty();
        }
        double streams = mean(peers.stream().mapToDouble(Pace::streams).sum(), peers);
        double rate = mean(peers.stream().mapToDouble(Pace::rate).sum(), peers);
        double errors = mean(peers.stream().mapToDouble(Pace::errors).sum(), peers);
        ReadTimes theirs = peers.stream().map(Pace::reads).reduce(ReadTimes.NONE, (sum, next) -> sum.fadedTo(1, next));
        boolean areReadsKnown = own.reads().all() >= LEAST_READS && theirs.all() >= LEAST_READS;
        double ownReads = millis(own.reads());
        double theirReads = millis(theirs);
        standing = standing(own, streams, rate, peers.size())
                + (areReadsKnown
                        ? String.format(
                                Locale.ROOT,
                                "; of 100 reads, 99 take at most %.1f ms a MiB, those of its peers %.1f ms",
                                ownReads,
                                theirReads)
                        : "");
        Bounds bounds = canary.bounds();
        if (own.errors() - errors > bounds.errors()) {
            return Optional.of("its hook had " + own.errors() + " errors, that of its peers "
                    + String.format(Locale.ROOT, "%.1f", errors));
        }
        if (rate < IDLE) {
            return Optional.empty();
        }
        boolean isSlower =
                own.streams() >= 1 && own.streams() * rate > own.rate() * streams * bounds.slowerPercent() / PERCENT;
        boolean movesLess = own.rate() < rate * bounds.throughputPercent() / PERCENT;
        boolean readsAreSlower = areReadsKnown
                && bounds.p99Percent()
                        .filter(percent -> ownReads > theirReads * percent / PERCENT)
                        .isPresent();
        return isSlower || movesLess || readsAreSlower ? Optional.of(standing) : Optional.empty();
    }

    /** Their 99th percentile. */
    private static double millis(ReadTimes reads) {
        return reads.percentile(P99).toNanos() / NANOS_OF_MILLI;
    }

    private static double mean(double sum, List<Pace> peers) {
        return sum / peers.size();
    }

    private static String standing(Pace own, double streams, double rate, int peers) {
        return "it moves " + mebi(own.rate()) + " with " + time(own.streams(), own.rate()) + " a MiB of a stream, "
                + (peers == 1 ? "its peer " : "each of " + peers + " peers ") + mebi(rate) + " with "
                + time(streams, rate);
    }

    private static String mebi(double rate) {
        return String.format(Locale.ROOT, "%.1f MiB/s", rate / MEBI);
    }

    private static String time(double streams, double rate) {
        return rate <= 0 ? "no end of" : String.format(Locale.ROOT, "%.1f ms", streams / rate * MEBI * MILLIS);
    }
}
