package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * What was reported of a tenant in one slice, on all disks together.
 *
 * @param rate what it was charged, in bytes per second
 * @param disks on how many disks it was seen
 * @param held on how many of them it was backlogged
 * @param waiting how many threads waited, in the mean of the slice
 * @param applications how many lines of applications there were that waited lately
 * @param streams how many were open
 * @param load what its executors use
 */
record Observation(double rate, int disks, int held, double waiting, int applications, long streams, Load load) {
    /** Nothing was reported. */
    static final Observation NONE = new Observation(0, 0, 0, 0, 0, 0, Load.ABSENT);

    /** Slower than that is idle, in bytes per second. */
    private static final double NOTHING = 65_536;

    /** Whether it had demand. */
    boolean hasDemand() {
        return held > 0 || rate > NOTHING;
    }
}
