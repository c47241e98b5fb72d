package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.simulation.Figure;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** How many of 1,000 clusters keep their bars. */
public final class ClusterReport {
    private static final int CLUSTERS = 1_000;

    /** Some may still be moving at the end. */
    private static final int MOST = (int) (0.99 * CLUSTERS);

    private ClusterReport() {}

    public static List<Figure> figures() {
        List<ClusterRun> clusters = LongStream.rangeClosed(1, CLUSTERS)
                .parallel()
                .mapToObj(ClusterRun::of)
                .toList();
        return List.of(
                count(clusters, "error at most 1 %", each -> each.error <= 0.01, MOST),
                count(clusters, "error at most 0.1 %, or none", each -> each.error <= 0.001, 0.95 * CLUSTERS),
                count(clusters, "no weight turns", each -> each.turns == 0, MOST),
                count(clusters, "a limit's parts never above it", each -> each.above <= 0, CLUSTERS),
                count(clusters, "no disk idles while a tenant waits", each -> each.wasted <= 0.001, CLUSTERS),
                count(clusters, "coordinators replaced", each -> each.failovers > 0, 0.9 * CLUSTERS));
    }

    private static Figure count(List<ClusterRun> clusters, String name, Predicate<ClusterRun> which, double least) {
        double count = clusters.stream().filter(which).mapToInt(each -> 1).sum();
        return Figure.atLeast(CLUSTERS + " clusters", name, count, least);
    }
}
