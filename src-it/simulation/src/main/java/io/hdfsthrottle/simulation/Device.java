package io.hdfsthrottle.simulation;

import java.util.List;

/**
 * A kind of disk, with its bars for shares and for the total, as a fraction of the uncontrolled one.
 *
 * @param arms how many disks serve in parallel, each one request after the other; files are striped over them
 * @param bytesPerSecond of each arm; of all places together on flash
 * @param seekNanos the time of a seek, of an arm whose next request is not adjacent
 * @param places how many requests flash serves in parallel; 0 for disks with arms
 * @param accessNanos a request's time on flash besides its transfer, which shares the bandwidth with all others
 * @param isRestless whether service times vary, and other requests sometimes come first
 * @param isReordering whether an arm takes the nearest of many requests, instead of any of a few
 */
record Device(
        String name,
        int arms,
        double bytesPerSecond,
        long seekNanos,
        int places,
        long accessNanos,
        boolean isRestless,
        boolean isReordering,
        double mostError,
        double leastTotal) {

    private static final double MIB = 1 << 20;

    static List<Device> all() {
        return List.of(
                arms("steady, 60 MiB/s", 1, 60 * MIB, 0, 0.005, 0.99),
                arms("steady, 150 MiB/s", 1, 150 * MIB, 0, 0.005, 0.99),
                arms("steady, 400 MiB/s", 1, 400 * MIB, 0, 0.005, 0.99),
                arms("seeking, 150 MiB/s and 8 ms", 1, 150 * MIB, 8_000_000, 0.02, 1),
                new Device(
                        "seeking, restless, 150 MiB/s and 8 ms", 1, 150 * MIB, 8_000_000, 0, 0, true, false, 0.035, 1),
                arms("RAID of 8, 150 MiB/s each", 8, 150 * MIB, 0, 0.02, 0.95),
                flash("SSD, 550 MB/s", 550e6, 32),
                flash("NVMe, 3.2 GB/s", 3200e6, 128),
                new Device(
                        "reordering, restless, 150 MiB/s and 8 ms",
                        1,
                        150 * MIB,
                        8_000_000,
                        0,
                        0,
                        true,
                        true,
                        0.03,
                        0.95));
    }

    private static Device arms(String name, int arms, double rate, long seek, double mostError, double leastTotal) {
        return new Device(name, arms, rate, seek, 0, 0, false, false, mostError, leastTotal);
    }

    private static Device flash(String name, double rate, int places) {
        return new Device(name, 1, rate, 0, places, 90_000, false, false, 0.02, 0.95);
    }

    /**
     * The least that a random reader gets beside streams, of what it is due. Its checksums wait for whatever was asked of
     * the disk before; where the disk seeks, it pays for the way back to the streams, too.
     */
    double leastRandom() {
        if (isReordering) {
            return 0.09;
        }
        return arms > 1 ? 0.07 : isRestless ? 0.35 : seeks() ? 0.55 : 0.8;
    }

    boolean seeks() {
        return seekNanos > 0;
    }
}
