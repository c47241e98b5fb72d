package io.hdfsthrottle.simulation;

import java.util.Arrays;

/** What a tenant got in a run. Bounds are in seconds. */
final class Tally {

    /** The step in which amounts are counted. */
    static final int MILLIS = 10;

    private static final int STEPS = (int) (Scenario.TO * 1000 / MILLIS) + 1;

    private final Timeline time;
    private final long[] bytes = new long[STEPS];
    private final long[] nanos = new long[STEPS];
    private long usualLength;
    private double latencies;
    private int operations;

    Tally(Timeline time) {
        this.time = time;
    }

    /** The length of the last read; 0 before the first has ended. */
    long usualLength() {
        return usualLength;
    }

    void moved(long some) {
        bytes[step()] += some;
    }

    void taken(long diskNanos) {
        nanos[step()] += diskNanos;
    }

    void ended(long length, long took) {
        usualLength = length;
        if (time.now() >= Scenario.FROM * Timeline.SECOND) {
            latencies += took;
            operations++;
        }
    }

    private int step() {
        return (int) (time.now() / (MILLIS * 1_000_000L));
    }

    double bytes(double from, double to) {
        return sum(bytes, from, to);
    }

    /** Its bytes, or the nanoseconds of the disk's time that it took. */
    double amount(boolean bySeconds, double from, double to) {
        return sum(bySeconds ? nanos : bytes, from, to);
    }

    private static double sum(long[] steps, double from, double to) {
        int first = (int) Math.round(from * 1000 / MILLIS);
        return Arrays.stream(steps, first, Math.max(first, (int) Math.round(to * 1000 / MILLIS)))
                .sum();
    }

    /** The mean duration of its operations, in milliseconds. */
    double meanMillis() {
        return latencies / Math.max(1, operations) / 1e6;
    }
}
