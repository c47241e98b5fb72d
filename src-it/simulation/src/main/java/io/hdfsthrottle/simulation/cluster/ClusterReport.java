package io.hdfsthrottle.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** The figures of many clusters, as text. */
final class ClusterReport {
    /** The number of clusters simulated. */
    static final int CLUSTERS = 1_000;

    static final double MOST_ERROR = 0.01;

    /** The fraction of clusters that may still be moving at the end. */
    static final double MAY_BE_RESTLESS = 0.01;

    private static final double MOST_WASTED = 0.001;

    private final List<ClusterFigures> clusters;

    private ClusterReport(List<ClusterFigures> clusters) {
        this.clusters = clusters;
    }

    static ClusterReport whole() {
        return new ClusterReport(LongStream.rangeClosed(1, CLUSTERS)
                .parallel()
                .mapToObj(ClusterRun::of)
                .toList());
    }

    private long count(Predicate<ClusterFigures> which) {
        return clusters.stream().filter(which).count();
    }

    /** All missed bars, in words. */
    List<String> misses() {
        List<String> misses = new ArrayList<>();
        long most = Math.round(MAY_BE_RESTLESS * clusters.size());
        if (count(each -> each.error() > MOST_ERROR) > most) {
            misses.add("more than " + most + " clusters are off by more than 1 %");
        }
        if (count(each -> each.turns() > 0) > most) {
            misses.add("in more than " + most + " clusters weights turn");
        }
        clusters.stream()
                .filter(each -> each.above() > 0)
                .forEach(each -> misses.add("seed " + each.seed() + ": a limit's parts are above it"));
        clusters.stream()
                .filter(each -> each.wasted() > MOST_WASTED)
                .forEach(each -> misses.add("seed " + each.seed() + ": a disk idles while a tenant waits"));
        return misses;
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, """
            # Shares of a cluster in simulation

            Written by `ClusterReportTest`, which keeps it true. The balancer is the production class; nodes are models that divide every disk exactly
            by the terms that they heard last. Each of %,d clusters is drawn from its seed: 2 to 5 nodes with 1 or 2 disks of 60 to 200 MB/s, 2 to 6
            tenants with priorities, some with limits and reservations, data on two thirds of the disks at random, two thirds of tenants
            wanting all that they can get. For 25 s demand moves, priorities change, nodes fall silent or start anew, and coordinators are
            replaced, each being left which nodes have terms; then nothing changes for 35 s. All the time, messages are up to 0.7 s late,
            overtake each other, and one in 20 is lost. *Error*: at the end, how far the worst tenant's total is from progressive filling; 0.1 %% of the cluster is
            none. *Turns*: in the last 15 s, weights that changed their direction by 1 %%. *Above*: at any time, how far the parts of a limit
            in force were above it.
            """, clusters.size()));
        text.append("\n| figure | clusters | bar |\n|---|---|---|\n");
        line(text, "error at most 1 %", count(each -> each.error() <= MOST_ERROR), "99 %, goal all");
        line(text, "error at most 0.1 %, or none", count(each -> each.error() <= 0.001), "");
        line(text, "no weight turns", count(each -> each.turns() == 0), "99 %, goal all");
        line(text, "a limit's parts never above it", count(each -> each.above() <= 0), "all");
        line(text, "no disk idles while a tenant waits", count(each -> each.wasted() <= MOST_WASTED), "all");
        line(text, "coordinators replaced", count(each -> each.failovers() > 0), "");
        text.append("\nClusters that have not come to rest:\n\n| seed | error, % | turns |\n|---|---|---|\n");
        clusters.stream()
                .filter(each -> each.error() > MOST_ERROR || each.turns() > 0)
                .forEach(each -> text.append(String.format(
                        Locale.ROOT, "| %d | %.1f | %d |%n", each.seed(), 100 * each.error(), each.turns())));
        return text.toString();
    }

    private static void line(StringBuilder text, String figure, long count, String bar) {
        text.append(String.format(Locale.ROOT, "| %s | %d | %s |%n", figure, count, bar));
    }
}
