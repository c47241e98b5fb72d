package io.hdfsthrottle.simulation;

import java.util.List;

/**
 * What kind of disk: how many requests it serves at once, and what one costs.
 *
 * @param name as the report calls it
 * @param about what it stands for
 * @param bytesPerSecond what it gives if all places are taken and nothing seeks
 * @param places how many requests it serves at once; the others queue, first come first served
 * @param chunkBytes the kernel cuts larger requests into such pieces, each of which takes a place
 * @param accessNanos what each request costs beside its bytes
 * @param seekNanos what it costs if the next request is of another stream, or elsewhere in the same
 */
record DiskModel(
        String name, String about, long bytesPerSecond, int places, int chunkBytes, long accessNanos, long seekNanos) {

    private static final int WHOLE = Integer.MAX_VALUE;
    private static final int CHUNK = 128 << 10;

    static final DiskModel FIRST_COME = new DiskModel(
            "First come, first served",
            "157 MB/s, one request after the other, no seeks: the disk of the benchmarks.",
            157_000_000,
            1,
            WHOLE,
            0,
            0);

    static final DiskModel HARD_DISK = new DiskModel(
            "Hard disk that seeks",
            "180 MB/s, and 8 ms whenever the next request is of another stream.",
            180_000_000,
            1,
            WHOLE,
            0,
            8_000_000);

    static final DiskModel SSD = new DiskModel(
            "SSD",
            "500 MB/s, 8 requests of 128 KiB at once: one stream with 1 MiB of readahead can fill it.",
            500_000_000,
            8,
            CHUNK,
            80_000,
            0);

    static final DiskModel NVME = new DiskModel(
            "NVMe",
            "1 GB/s, 32 requests of 128 KiB at once: one stream fills a quarter of it, and the kernel calls it busy all the same.",
            1_000_000_000,
            32,
            CHUNK,
            80_000,
            0);

    /** All of them, as the report lists them. */
    static List<DiskModel> all() {
        return List.of(FIRST_COME, HARD_DISK, SSD, NVME);
    }
}
