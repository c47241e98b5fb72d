package io.hdfsthrottle.tuning;

/** The parameters of requests to a disk: the decision of a {@link Tuner}. Sizes in bytes. Immutable. */
public final class Tuning {

    /** The smallest piece: the packet of HDFS. */
    public static final int SMALLEST_PIECE = 64 << 10;

    /** The largest piece, and the most that one readahead call of the kernel takes on. */
    public static final int LARGEST_PIECE = 1 << 20;

    /** How far a stream is read ahead whose end is not known, at least. */
    private static final long UNKNOWN_END = 512L << 10;

    private final int piece;
    private final long window;
    private final long quantum;
    private final long switchCost;
    private final boolean isSerial;
    private final boolean isProbe;
    private final int guestPiece;
    private final long guestWindow;
    private final long firstReadahead;

    Tuning(int piece, long window, long quantum, long switchCost, boolean isSerial, int guestPiece, long guestWindow) {
        this(piece, window, quantum, switchCost, isSerial, false, guestPiece, guestWindow, UNKNOWN_END);
    }

    private Tuning(
            int piece,
            long window,
            long quantum,
            long switchCost,
            boolean isSerial,
            boolean isProbe,
            int guestPiece,
            long guestWindow,
            long firstReadahead) {
        this.piece = piece;
        this.window = window;
        this.quantum = quantum;
        this.switchCost = switchCost;
        this.isSerial = isSerial;
        this.isProbe = isProbe;
        this.guestPiece = guestPiece;
        this.guestWindow = guestWindow;
        this.firstReadahead = Math.max(firstReadahead, switchCost);
    }

    /**
     * For measuring the time of a byte and of a switch: streams are served one after the other, each a whole quantum,
     * and a piece waits while the one before it is served.
     */
    static Tuning probe(int piece, long quantum) {
        return new Tuning(piece, 2L * piece, quantum, 0, true, true, piece, 2L * piece, UNKNOWN_END);
    }

    /** For a disk that others use, too: large requests, and many of them. */
    static Tuning shared(long window, long perStream, long quantum, long switchCost) {
        return new Tuning(LARGEST_PIECE, window, quantum, switchCost, false, false, LARGEST_PIECE, window, perStream);
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

    /** The size of a piece. */
    public int piece() {
        return piece;
    }

    /** While less than this is outstanding, another piece is dispatched. */
    public long window() {
        return window;
    }

    /** The bytes that one stream is served before another is, where both wait; 0 where a switch costs nothing. */
    public long quantum() {
        return quantum;
    }

    /** The cost of a switch to another position of the disk, as bytes that it could have moved meanwhile. */
    public long switchCost() {
        return switchCost;
    }

    /**
     * Whether a stream's pieces are dispatched only when those of the stream before it have completed: requests at two
     * positions would be served in any order, with more seeks.
     */
    public boolean isSerial() {
        return isSerial;
    }

    /** Whether a stream is served its quantum even if a stream that is further behind waits. */
    public boolean isProbe() {
        return isProbe;
    }

    /**
     * How far a stream may be read ahead of what was sent: two pieces in turn with the disk's other work, or a quantum
     * while the next is read.
     */
    public long readahead() {
        return Math.max(2L << 20, quantum + quantum / 2 + 2 * window);
    }

    /**
     * How far an unknown stream is read ahead: data that is read in vain takes no longer than a switch back for more.
     */
    public long firstReadahead() {
        return firstReadahead;
    }

    @Override
    public String toString() {
        return "{piece=" + (piece >> 10) + "k, window=" + (window >> 10) + "k, quantum=" + (quantum >> 10)
                + "k, switch=" + (switchCost >> 10) + "k}";
    }
}
