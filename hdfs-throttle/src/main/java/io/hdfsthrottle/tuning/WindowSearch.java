package io.hdfsthrottle.tuning;

/**
 * Finds how much must be outstanding to keep a disk busy, from pairs of epochs: one with the present window, one with
 * another. At first the window doubles while that gains much, so that a fast disk is filled within seconds. Then it
 * follows from the disk's parallelism: how many times more it does with this window than with a single piece
 * outstanding. That many pieces keep it busy on average; {@link #MARGIN} times as many do if a completion is seen late.
 * A disk that still gains from a larger window has a larger margin. Not thread-safe.
 */
final class WindowSearch {

    /** The largest window: that of a disk array of a hundred disks. */
    static final long LARGEST = 64L << 20;

    /** The multiple of the pieces that keep a disk busy on average that is outstanding. */
    private static final double MARGIN = 3;

    private static final double MOST_MARGIN = 16;

    /** The steps of the margin. */
    private static final double STEP = 1.25;

    /**
     * The margin grows if twice the window gains more than that; a disk that loses no more with one piece outstanding
     * is given one.
     */
    private static final double GAIN = 0.01;

    private static final double DOUBLING_GAIN = 0.03;

    /**
     * On a disk that seeks one comparison says little, so two must agree, and with several arms many more pieces gain
     * much.
     */
    private static final double DOUBLING_GAIN_OF_ARMS = 0.3;

    private static final int RATIOS = 5;
    private static final int FIRST_RATIOS = 2;

    private final double first;
    private double window;
    private double margin;
    private int refused;
    private int gained;
    private int turn;
    private RecentMedian withOnePiece;
    private RecentMedian withTwice;

    WindowSearch(long window) {
        this.first = window;
        searchAgain();
    }

    /** The window now, in bytes, where pieces are of that size. */
    long window(int piece) {
        return (long) Math.max(isFound() ? piece : 2.0 * piece, window);
    }

    /** The window to compare it with, where pieces are of that size. */
    long trial(int piece) {
        return isLarger(piece)
                ? (long) Math.min((double) LARGEST, (isGrowing() ? 4 : 2) * Math.max(piece, window))
                : piece;
    }

    /** Whether {@link #trial} is larger than the window. */
    boolean isLarger(int piece) {
        return isGrowing() || window <= piece || (isFound() && turn > 0);
    }

    private boolean isGrowing() {
        return refused < 2; // twice: one pair may be spoiled
    }

    /** Whether the window was compared often enough for now. */
    boolean isSettled() {
        return isFound() && withTwice.count() >= FIRST_RATIOS;
    }

    /** Whether the disk's parallelism is known. */
    boolean isFound() {
        return withOnePiece.count() >= FIRST_RATIOS;
    }

    /** The disk's throughput as a multiple of that with a single piece outstanding, at least 1; once one was tried. */
    double parallelism() {
        return Math.max(1, 1 / withOnePiece.median());
    }

    /**
     * The smallest window that keeps the disk busy on average with pieces of a part of the size: what a request takes
     * besides its transfer needs the same number of bytes outstanding. Only once {@link #isFound}.
     */
    long leanWindow(int piece, int smallerPiece) {
        return (long) (smallerPiece + (parallelism() - 1) * piece);
    }

    /**
     * Learns the ratio of the disk's throughput with {@link #trial} to that with {@link #window}; pieces are of that
     * size.
     *
     * @param seeks whether the disk is known to seek
     */
    void learn(double ratio, int piece, boolean seeks) {
        if (isGrowing()) {
            boolean gains = ratio > 1 + (seeks ? DOUBLING_GAIN_OF_ARMS : DOUBLING_GAIN);
            refused = gains ? 0 : refused + 1;
            gained = gains ? gained + 1 : 0;
            window = Math.max(2.0 * piece, window);
            if (gained == (seeks ? 2 : 1)) {
                gained = 0;
                window *= 4;
            }
        } else {
            compare(ratio, piece, seeks);
        }
        window = Math.min((double) LARGEST, window);
    }

    private void compare(double ratio, int piece, boolean seeks) {
        if (window <= piece) {
            withOnePiece.add(1 / ratio);
        } else if (isLarger(piece)) {
            withTwice.add(ratio);
            double gain = withTwice.median() - 1;
            margin *= gain > GAIN ? STEP : gain > GAIN / 4 ? 1 : 1 / STEP;
        } else {
            withOnePiece.add(ratio);
            if (withOnePiece.count() == FIRST_RATIOS && window > first && parallelism() > MARGIN) {
                margin = window / (piece * parallelism()); // less was not enough
            }
        }
        boolean hasOneArm = seeks && isFound() && parallelism() <= Tuner.MOST_PARALLEL;
        margin = Math.max(MARGIN, Math.min(MOST_MARGIN, margin));
        turn = (turn + 1) % 4; // one comparison of four is with a single piece
        if (isFound()) {
            window = hasOneArm ? 2.0 * piece : parallelism() < 1 + GAIN ? piece : margin * piece * parallelism();
        }
    }

    /** Starts anew: the disk is asked in another way from now on. */
    void searchAgain() {
        window = first;
        margin = MARGIN;
        refused = 0;
        gained = 0;
        turn = 0;
        withOnePiece = new RecentMedian(RATIOS);
        withTwice = new RecentMedian(FIRST_RATIOS);
    }
}
