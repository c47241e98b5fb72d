package io.hdfsthrottle.law;

/**
 * Finds the smallest window that loses no throughput, from pairs of epochs: one with the present window, one with another. At first the window
 * doubles while that gains much, so that a fast disk is filled within seconds. From then on a larger and a smaller one are tried in turn, several
 * pairs each; the window changes only if the pairs agree, so noise leaves it where it is. Not thread-safe.
 */
final class WindowSearch {

    /** What a step down may lose; a step up gains more than that. */
    static final double LOSS = 0.005;

    /** The largest window: that of a disk array of a hundred disks. */
    static final long LARGEST = 64L << 20;

    private static final double DOUBLING_GAIN = 0.03;
    private static final double STEP = 1.4;
    private static final int FEWEST_PAIRS = 2;
    private static final int MOST_PAIRS = 6;

    private final double first;
    private double window;
    private double factor = 2;
    private int refused;
    private int pairs;
    private double mean;
    private double squares;

    WindowSearch(long window) {
        this.first = window;
        this.window = window;
    }

    /** The window now, in bytes. */
    long window() {
        return (long) window;
    }

    /** The window to compare it with. */
    long trial() {
        return (long) Math.min((double) LARGEST, window * factor);
    }

    /** Whether neither a larger nor a smaller window was better when they were tried last. */
    boolean isFound() {
        return refused >= 2;
    }

    /** A window below this is of no use. */
    void atLeast(long smallest) {
        window = Math.max((double) smallest, window);
        if (factor < 1 && window * factor < smallest) {
            decide(false);
        }
    }

    /** {@link #trial} moved that much more than {@link #window}, as a part of it. */
    void learn(double gain) {
        if (factor < 2) {
            pair(gain);
        } else if (gain > DOUBLING_GAIN) {
            decide(true);
        } else if (pairs++ > 0) { // twice: one pair may be spoiled
            decide(false);
        }
        window = Math.min((double) LARGEST, window);
    }

    /** The disk is asked in another way from now on. */
    void searchAgain() {
        window = first;
        factor = 2;
        refused = 0;
        pairs = 0;
    }

    private void pair(double gain) {
        pairs++;
        double delta = gain - mean;
        mean += delta / pairs;
        squares += delta * (gain - mean);
        if (pairs >= FEWEST_PAIRS) {
            double sigma = Math.sqrt(squares / (pairs - 1) / pairs);
            double needed = factor > 1 ? LOSS : -LOSS;
            if (mean - 2 * sigma > needed) {
                decide(true);
            } else if (mean + sigma < needed || pairs >= MOST_PAIRS) {
                decide(mean - (factor > 1 ? sigma : 0) > needed); // undecided, the smaller one
            }
        }
    }

    /** Takes the window that was tried, and goes on in that direction; or turns round. */
    private void decide(boolean better) {
        if (better) {
            window *= factor;
            refused = 0;
        } else {
            refused++;
            factor = factor > 1 ? 1 / STEP : STEP;
        }
        pairs = 0;
        mean = 0;
        squares = 0;
    }
}
