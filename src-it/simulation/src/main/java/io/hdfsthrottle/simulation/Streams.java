package io.hdfsthrottle.simulation;

/**
 * How the threads of one tenant work.
 *
 * @param kind what they do
 * @param threads how many
 * @param pieceBytes what a reader asks of the disk at once; the next piece is asked for when half of one is sent
 * @param clientBytesPerSecond how fast a client takes or gives it; 0: as fast as it comes
 * @param thinkNanos the pause of a random reader between two reads, on average
 */
record Streams(Kind kind, int threads, int pieceBytes, long clientBytesPerSecond, long thinkNanos) {

    /** What a thread does. */
    enum Kind {
        /** Reads a file from front to back. */
        READ,
        /** Reads a little somewhere, one read at a time. */
        RANDOM,
        /** Reads what is in memory. */
        CACHED,
        /** Writes to memory, from where it goes to the disk later. */
        WRITE
    }

    static final int READAHEAD = 1 << 20;

    /** Sequential readers with 1 MiB of readahead. */
    static Streams of(int threads) {
        return new Streams(Kind.READ, threads, READAHEAD, 0, 0);
    }

    /** The same with that much readahead. */
    Streams readahead(int bytes) {
        return new Streams(kind, threads, bytes, clientBytesPerSecond, thinkNanos);
    }

    /** The same, each with a client of that speed. */
    Streams client(long bytesPerSecond) {
        return new Streams(kind, threads, pieceBytes, bytesPerSecond, thinkNanos);
    }

    /** Random reads of 64 KiB with pauses of 5 ms. */
    static Streams random(int threads) {
        return new Streams(Kind.RANDOM, threads, TransferThread.PACKET, 0, 5_000_000);
    }

    /** The same without a pause. */
    Streams tireless() {
        return new Streams(kind, threads, pieceBytes, clientBytesPerSecond, 0);
    }

    /** Readers of what is in memory, each as fast as its client: 250 MB/s. */
    static Streams cached(int threads) {
        return new Streams(Kind.CACHED, threads, TransferThread.PACKET, 250_000_000, 0);
    }

    /** Writers, each with a client that gives 200 MB/s. */
    static Streams writing(int threads) {
        return new Streams(Kind.WRITE, threads, TransferThread.PACKET, 200_000_000, 0);
    }
}
