package io.hdfsthrottle.simulation;

/**
 * A simulated tenant: so many threads of a DataNode that repeat an operation of so many bytes after a pause, for a
 * client that receives or sends so many bytes a second; it stays, or leaves and returns ({@link Scenario#STAYS}).
 */
record Party(
        double weight, int threads, Kind kind, int length, long thinkNanos, double clientRate, boolean comesAndGoes) {
    static final double CLIENT = 2e9;
    private static final int BLOCK = 128 << 20;

    enum Kind {
        READ,
        READ_FROM_MEMORY,
        RANDOM_READ,
        WRITE
    }

    /** One block after the other. */
    static Party blocks(double weight, int threads, Kind kind, double clientRate) {
        return new Party(weight, threads, kind, BLOCK, 1_000_000, clientRate, false);
    }

    static Party readers(double weight, int threads) {
        return blocks(weight, threads, Kind.READ, CLIENT);
    }

    static Party random(long thinkNanos) {
        return new Party(1, 1, Kind.RANDOM_READ, 64 << 10, thinkNanos, CLIENT, false);
    }

    /** The same by so many threads. */
    Party by(int newThreads) {
        return new Party(weight, newThreads, kind, length, thinkNanos, clientRate, comesAndGoes);
    }

    /** Reads 4 MiB of a block, at intervals. */
    static Party requests() {
        return new Party(1, 1, Kind.READ, 4 << 20, 50_000_000, CLIENT, false);
    }

    /** The same all the time or not, with any weight. */
    Party as(double newWeight, boolean coming) {
        return new Party(newWeight, threads, kind, length, thinkNanos, clientRate, coming);
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
