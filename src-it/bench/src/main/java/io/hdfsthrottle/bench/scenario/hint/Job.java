package io.hdfsthrottle.bench.scenario.hint;

import java.util.stream.Stream;

/** The jobs of the Minerva paper's figure 2 a and b by what they read; here a fifth of it. */
enum Job {
    CHECKSUM(0, 200, 29),
    LOAD(1, 500, 38),
    GREP(2, 3_000, 13),

    /** The one that yields. */
    WORD_COUNT(3, 12_000, Double.NaN);

    /** The paper's megabytes for one of these. */
    static final int SCALE = 5;

    private static final long MEGABYTE = 1_000_000;

    private final int tenant;
    private final int megabytes;
    private final double papersPercent;

    Job(int tenant, int megabytes, double papersPercent) {
        this.tenant = tenant;
        this.megabytes = megabytes;
        this.papersPercent = papersPercent;
    }

    /** What it reads, in bytes. */
    long bytes() {
        return megabytes * MEGABYTE / SCALE;
    }

    /** By how much the paper shortened its I/O, in percent; not a number for the one that yields. */
    double papersPercent() {
        return papersPercent;
    }

    /**
     * By how much its I/O is shorter if the one that yields gets nothing meanwhile, and all share the disk equally
     * otherwise, in percent: the most that one job's yielding can do.
     */
    double mostPercent() {
        double withAll = Stream.of(values())
                .mapToLong(each -> Math.min(each.bytes(), bytes()))
                .sum();
        return this == WORD_COUNT ? 0 : bytes() / withAll * 100;
    }

    /** Its tenant, by number. */
    int tenant() {
        return tenant;
    }
}
