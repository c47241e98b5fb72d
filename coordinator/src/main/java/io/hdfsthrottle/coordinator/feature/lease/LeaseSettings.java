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
public record LeaseSettings(
        boolean on,
        Duration longest,
        int disksPerUser,
        int sharedLeast,
        Duration ageing,
        Duration drainLongest,
        double strangersFloor) {
    /** The least floor: reads are never refused. */
    public static final double LEAST_FLOOR = 0.01;

    /** The largest floor: other tenants get no more of a leased disk. */
    public static final double LARGEST_FLOOR = 0.5;

    /** Nothing may be leased. */
    public static final LeaseSettings OFF =
            new LeaseSettings(false, Duration.ofHours(24), 8, 1, Duration.ofMinutes(10), Duration.ofHours(6), 0.05);

    /** @throws IllegalArgumentException if a value is out of its range */
    public LeaseSettings {
        if (longest.toSeconds() < 1
                || disksPerUser < 1
                || sharedLeast < 1
                || ageing.toSeconds() < 1
                || drainLongest.toSeconds() < 1) {
            throw new IllegalArgumentException("all of them are at least 1, times in seconds");
        }
        if (!(strangersFloor >= LEAST_FLOOR && strangersFloor <= LARGEST_FLOOR)) {
            throw new IllegalArgumentException("the floor is from " + LEAST_FLOOR + " to " + LARGEST_FLOOR);
        }
    }
}
