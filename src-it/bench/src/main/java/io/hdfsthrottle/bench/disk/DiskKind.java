package io.hdfsthrottle.bench.disk;

/** The performance model of a {@link SlowDisk}. */
public enum DiskKind {

    /** Reads have one rate and writes another; no seek cost. A bindfs mount. */
    STEADY,

    /** Reads and writes share one rate, which can change at run time; no seek cost. An nbdkit plugin. */
    SHARED,

    /** The same with two volumes on it. */
    DIVIDED,

    /** One volume again, but a request that is not adjacent to the previous one waits for a seek. */
    SEEKING
}
