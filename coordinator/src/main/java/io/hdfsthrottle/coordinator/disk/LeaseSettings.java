package io.hdfsthrottle.coordinator.disk;

import java.time.Duration;

/**
 * What may be leased, by whom, and for how long.
 *
 * @param on whether anything may
 * @param longest for how long at a time
 * @param disksPerUser how many disks one user may have leased and wait for together
 * @param sharedLeast how many disks of each node nobody can lease, so that HDFS has somewhere to write
 * @param ageing after so long, a request that waits goes before those with one point of priority more
 * @param drainLongest after so long, a lease begins though its disks are not drained
 * @param strangersFloor the part of a leased disk that others get together while its holder wants all of it
 */
public record LeaseSettings(
        boolean on,
        Duration longest,
        int disksPerUser,
        int sharedLeast,
        Duration ageing,
        Duration drainLongest,
        double strangersFloor) {
    /** Reads are never refused. */
    public static final double LEAST_FLOOR = 0.01;

    /** Others get no more of a disk that is leased whole. */
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
