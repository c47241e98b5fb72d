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
 */
public record LeaseSettings(
        boolean on, Duration longest, int disksPerUser, int sharedLeast, Duration ageing, Duration drainLongest) {
    /** Nothing may be leased. */
    public static final LeaseSettings OFF =
            new LeaseSettings(false, Duration.ofHours(24), 8, 1, Duration.ofMinutes(10), Duration.ofHours(6));

    /** @throws IllegalArgumentException if a value is out of its range */
    public LeaseSettings {
        if (longest.toSeconds() < 1
                || disksPerUser < 1
                || sharedLeast < 1
                || ageing.toSeconds() < 1
                || drainLongest.toSeconds() < 1) {
            throw new IllegalArgumentException("all of them are at least 1, times in seconds");
        }
    }
}
