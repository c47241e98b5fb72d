package io.hdfsthrottle.bench.scenario.reaction;

import io.hdfsthrottle.bench.report.Timeline;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A priority that was changed while two tenants read on every node with unlimited demand. Times in seconds of the
 * recorder.
 *
 * @param at when the change was requested
 * @param until when the next one was, or the recording ended
 * @param gaining the tenant whose share grows
 * @param share its new part of every node
 */
record Change(double at, double until, int gaining, double share) {

    static final int TENANTS = 2;

    /** The time over which a share has to last, so that it must be reached that long before the next change. */
    private static final double LASTS = 1;

    /** The recorder's line of the tenant on the node. */
    static int line(int node, int tenant) {
        return node * TENANTS + tenant;
    }

    /**
     * The time until the tenant had 95 % of its new share on the slowest node, in milliseconds; infinite if not before
     * the next change.
     *
     * @param from the start of the time, {@link #at} or later
     */
    double millis(Timeline timeline, int nodes, double from) {
        double slowest = 0;
        for (int node = 0; node < nodes; node++) {
            double due = share * total(timeline, node);
            OptionalDouble seconds = timeline.reached(line(node, gaining), due, at, until - LASTS);
            slowest = Math.max(slowest, at + seconds.orElse(Double.POSITIVE_INFINITY) - from);
        }
        return slowest * 1000;
    }

    /** The node's throughput between this change and the next, in bytes a second. */
    private double total(Timeline timeline, int node) {
        return IntStream.range(0, TENANTS)
                .mapToDouble(tenant -> timeline.rate(line(node, tenant), at, until))
                .sum();
    }
}
