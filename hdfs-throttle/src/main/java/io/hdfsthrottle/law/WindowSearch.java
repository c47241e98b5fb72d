package io.hdfsthrottle.law;

/**
 * Finds the smallest window that loses no throughput, from pairs of epochs: one with the present window, one with a larger one. The window grows while
 * that moves more, and shrinks while it does not. It doubles until doubling gains little, from the smallest window on, so that a fast disk is filled
 * within seconds; from then on steps are small and need several pairs. Not thread-safe.
 */
final class WindowSearch {

    /** What may be lost. */
    static final double LOSS = 0.01;

    /** The largest window: that of a disk array of a hundred disks. */
    static final long LARGEST = 64L << 20;

    private static final double DOUBLING_GAIN = 0.05;
    private static final double TRIAL = 1.5;
    private static final double GROW = 1.5;
    private static final double SHRINK = 0.75;
    private static final int FEWEST_PAIRS = 3;
    private static final int MOST_PAIRS = 8;

    private double window;
    private boolean ascending = true;
    private boolean shrinking;
    private boolean found;
    private int pairs;
    private double mean;
    private double squares;

    WindowSearch(long window) {
        this.window = window;
    }

    /** The window now, in bytes. */
    long window() {
        return (long) window;
    }

    /** The window to compare it with. */
    long trial() {
        return (long) Math.min((double) LARGEST, window * (ascending ? 2 : TRIAL));
    }

    /** Whether the last steps went back and forth, or nowhere. */
    boolean isFound() {
        return found;
    }

    /**
     * A pair of epochs, one with {@link #window} and one with {@link #trial}, is over; somebody waited all the time in the first.
     */
    void learn(Epoch without, Epoch with, long smallest) {
        if (!with.isSaturated()) { // nobody waits at the larger window: it would take the order out of our hands
            step(SHRINK);
        } else {
            pair(with.bytesPerSecond() / without.bytesPerSecond() - 1);
        }
        double wanted = window;
        window = Math.max((double) smallest, Math.min((double) LARGEST, wanted));
        found |= wanted < smallest;
    }

    private void pair(double gain) {
        if (ascending) {
            ascending = gain > DOUBLING_GAIN;
            window *= ascending ? 2 : 1;
            return;
        }
        pairs++;
        double delta = gain - mean;
        mean += delta / pairs;
        squares += delta * (gain - mean);
        if (pairs < FEWEST_PAIRS) {
            return;
        }
        double sigma = Math.sqrt(squares / (pairs - 1) / pairs);
        if (mean - 2 * sigma > LOSS) {
            step(GROW);
        } else if (mean + sigma < LOSS || pairs >= MOST_PAIRS) {
            step(SHRINK);
        }
    }

    private void step(double factor) {
        ascending = false;
        boolean shrinks = factor < 1;
        found = shrinks != shrinking;
        shrinking = shrinks;
        window *= factor;
        pairs = 0;
        mean = 0;
        squares = 0;
    }
}
