package io.hdfsthrottle.bench;

/** How a {@link SlowDisk} behaves. */
enum DiskKind {

    /** Reads have one rate and writes another; no cost of seeking. A bindfs mount. */
    STEADY,

    /** Reads and writes share one rate, which can change while it runs; no cost of seeking. An nbdkit plugin. */
    SHARED,

    /** The same, and whoever reads elsewhere than the last one waits for the arm. */
    SEEKING;

    /** How long the arm of a disk that seeks needs. */
    static final int SEEK_MICROS = 8000;

    /** A tenant may miss its due by so much. */
    double mostErrorPercent() {
        return this == SEEKING ? 2 : 1;
    }

    /** Of what it gives without control it gives at least so much. */
    double leastTotalPercent() {
        return this == SEEKING ? 97 : 99;
    }
}
