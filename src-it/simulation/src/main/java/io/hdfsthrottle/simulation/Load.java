package io.hdfsthrottle.simulation;

/**
 * The repeated operation of a thread of a DataNode.
 *
 * @param kind of its operations
 * @param length of each, in bytes
 * @param thinkNanos the pause between two of them
 * @param clientRate the rate at which the client receives or sends, in bytes a second
 */
record Load(Kind kind, int length, long thinkNanos, double clientRate) {

    /** The kinds of operations. */
    enum Kind {
        READ,
        READ_FROM_MEMORY,
        RANDOM_READ,
        WRITE
    }

    private static final double CLIENT = 2e9;
    private static final int BLOCK = 128 << 20;
    private static final long CONNECT_NANOS = 1_000_000;

    /** Reads one block after the other. */
    static Load reading() {
        return new Load(Kind.READ, BLOCK, CONNECT_NANOS, CLIENT);
    }

    static Load reading(double clientRate) {
        return new Load(Kind.READ, BLOCK, CONNECT_NANOS, clientRate);
    }

    static Load readingFromMemory(double clientRate) {
        return new Load(Kind.READ_FROM_MEMORY, BLOCK, CONNECT_NANOS, clientRate);
    }

    static Load writing() {
        return new Load(Kind.WRITE, BLOCK, CONNECT_NANOS, CLIENT);
    }

    /** Reads 4 MiB of a block, at intervals. */
    static Load requests() {
        return new Load(Kind.READ, 4 << 20, 50_000_000, CLIENT);
    }

    static Load random(long thinkNanos) {
        return new Load(Kind.RANDOM_READ, 64 << 10, thinkNanos, CLIENT);
    }

    boolean usesDisk() {
        return kind != Kind.READ_FROM_MEMORY;
    }

    boolean isRandom() {
        return kind == Kind.RANDOM_READ;
    }

    /** Whether it is judged by the time of each request. */
    boolean isRequest() {
        return kind == Kind.READ && length < BLOCK;
    }
}
