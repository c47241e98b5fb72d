package io.hdfsthrottle.simulation;

/**
 * How the threads of one tenant read.
 *
 * @param threads how many
 * @param pieceBytes what is asked of the disk at once; the next piece is asked for when half of one is sent
 * @param clientBytesPerSecond how fast a client takes it; 0: as fast as it comes
 * @param thinkNanos above 0: one small random read at a time, with so long a pause on average between two
 */
record Streams(int threads, int pieceBytes, long clientBytesPerSecond, long thinkNanos) {

    static final int READAHEAD = 1 << 20;

    /** Sequential readers with 1 MiB of readahead. */
    static Streams of(int threads) {
        return new Streams(threads, READAHEAD, 0, 0);
    }

    /** The same with that much readahead. */
    Streams readahead(int bytes) {
        return new Streams(threads, bytes, clientBytesPerSecond, thinkNanos);
    }

    /** The same, each with a client of that speed. */
    Streams client(long bytesPerSecond) {
        return new Streams(threads, pieceBytes, bytesPerSecond, thinkNanos);
    }

    /** Random reads of 64 KiB with pauses of 5 ms. */
    static Streams random(int threads) {
        return new Streams(threads, 64 << 10, 0, 5_000_000);
    }
}
