package io.hdfsthrottle.bench.disk;

/** How a {@link SlowDisk} behaves. */
public enum DiskKind {

    /** Reads have one rate and writes another; no cost of seeking. A bindfs mount. */
    STEADY,

    /** Reads and writes share one rate, which can change while it runs; no cost of seeking. An nbdkit plugin. */
    SHARED,

    /** The same, and whoever reads elsewhere than the last one waits for the arm. */
    SEEKING;

    /** How long the arm of a disk that seeks needs. */
    static final int SEEK_MICROS = 8000;
}
