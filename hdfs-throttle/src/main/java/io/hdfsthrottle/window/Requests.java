package io.hdfsthrottle.window;

/** What a disk is asked for at once: the decision of a {@link Window}. Sizes in bytes. Immutable. */
public final class Requests {

    /** The smallest piece: the packet of HDFS. */
    public static final int SMALLEST_PIECE = 64 << 10;

    /** The largest piece, and the most that one readahead call of the kernel takes on. */
    public static final int LARGEST_PIECE = 1 << 20;

    /** How far a stream is read ahead whose end is not known, at least. */
    private static final long UNKNOWN_END = 512L << 10;

    /** How far a stream is read ahead, at least: what is read while its thread sends. */
    private static final long LEAST_READAHEAD = 2L << 20;

    private final int piece;
    private final long window;
    private final int guestPiece;
    private final long guestWindow;
    private final long quantum;
    private final long seek;
    private final boolean isSerial;
    private final long firstReadahead;
    private final int writePiece;

    private Requests(
            int piece,
            long window,
            int guestPiece,
            long guestWindow,
            long quantum,
            long seek,
            boolean isSerial,
            long firstReadahead,
            int writePiece) {
        this.piece = piece;
        this.window = window;
        this.guestPiece = guestPiece;
        this.guestWindow = guestWindow;
        this.quantum = quantum;
        this.seek = seek;
        this.isSerial = isSerial;
        this.firstReadahead = Math.max(firstReadahead, seek);
        this.writePiece = writePiece;
    }

    /** For a disk whose requests cost the same wherever they are. */
    static Requests of(int piece, long window) {
        return new Requests(piece, window, piece, window, 0, 0, false, UNKNOWN_END, piece);
    }

    /** The same with smaller ones while a tenant that asks for less than its share is expected back. */
    Requests guests(int newGuestPiece, long newGuestWindow) {
        return new Requests(
                piece, window, newGuestPiece, newGuestWindow, quantum, seek, isSerial, firstReadahead, writePiece);
    }

    /** The same for a disk that seeks; serial if it has one arm. */
    Requests seeking(long newQuantum, long newSeek, boolean serial) {
        return new Requests(
                piece, window, guestPiece, guestWindow, newQuantum, newSeek, serial, firstReadahead, writePiece);
    }

    /** The same with so much read ahead of a stream whose end is not known. */
    Requests readingAhead(long first) {
        return new Requests(piece, window, guestPiece, guestWindow, quantum, seek, isSerial, first, writePiece);
    }

    /** The same with pieces of that size where a stream writes. */
    Requests writing(int newWritePiece) {
        return new Requests(
                piece, window, guestPiece, guestWindow, quantum, seek, isSerial, firstReadahead, newWritePiece);
    }

    /** The size of a piece. */
    public int piece() {
        return piece;
    }

    /**
     * The largest piece of a write. While reads of a disk take long, Linux lets through one request of write-back at a
     * time ({@code block/blk-wbt.c}), so what a stream writes there follows from how large its requests are.
     */
    public int writePiece() {
        return writePiece;
    }

    /** How many times as long the largest piece may take as one of {@link #LARGEST_PIECE}. */
    public int patience() {
        return Math.max(1, writePiece / LARGEST_PIECE);
    }

    /** While less than this is outstanding, another piece is dispatched. */
    public long window() {
        return window;
    }

    /**
     * The size of a piece while a tenant that asks for less than its share is expected back at any moment: its requests
     * wait for what is in service.
     */
    public int guestPiece() {
        return guestPiece;
    }

    /** The window meanwhile. */
    public long guestWindow() {
        return guestWindow;
    }

    /** The bytes that one stream is served before another is, where both wait; 0 where a seek costs nothing. */
    public long quantum() {
        return quantum;
    }

    /** The cost of a seek, as bytes that the disk could have moved meanwhile. */
    public long seek() {
        return seek;
    }

    /**
     * Whether a stream's pieces are dispatched only when those of the stream before it have completed: requests at two
     * positions would be served in any order, with more seeks. Short reads need a seek each anyway.
     */
    public boolean isSerial() {
        return isSerial;
    }

    /**
     * How far a stream may be read ahead of what was sent: two pieces in turn with the disk's other work, or a quantum
     * while the next is read.
     */
    public long readahead() {
        return Math.max(LEAST_READAHEAD, quantum + quantum / 2 + 2 * window);
    }

    /**
     * How far an unknown stream is read ahead: data that is read in vain takes no longer than a seek back for more.
     */
    public long firstReadahead() {
        return firstReadahead;
    }

    @Override
    public String toString() {
        return "{piece=" + (piece >> 10) + "k, window=" + (window >> 10) + "k, quantum=" + (quantum >> 10) + "k, seek="
                + (seek >> 10) + "k}";
    }
}
