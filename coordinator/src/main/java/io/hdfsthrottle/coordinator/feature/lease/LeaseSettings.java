package io.hdfsthrottle.coordinator.feature.lease;

import java.time.Duration;

/**
 * Settings of disk leases: what may be leased, by which users, and for how long.
 *
 * @param on whether disks may be leased at all
 * @param longest for how long at a time
 * @param disksPerUser how many disks one user may have leased and wait for together
 * @param sharedLeast how many disks of each node can never be leased, so that HDFS has somewhere to write
 * @param ageing the time after which a waiting request is served before those with one point of priority more
 * @param drainLongest the time after which a lease begins although its disks are not drained
 * @param strangersFloor the part of a leased disk that other tenants get together while its holder wants all of it
 */
record LeaseSettings(
        boolean on,
        Duration longest,
        int disksPerUser,
        int sharedLeast,
        Duration ageing,
        Duration drainLongest,
        double strangersFloor) {
    /** The least floor: reads are never refused. */
    static final double LEAST_FLOOR = 0.01;

    /** The largest floor: other tenants get no more of a leased disk. */
    static final double LARGEST_FLOOR = 0.5;

    static final LeaseSettings OFF =
            new LeaseSettings(false, Duration.ofHours(24), 8, 1, Duration.ofMinutes(10), Duration.ofHours(6), 0.05);
}
