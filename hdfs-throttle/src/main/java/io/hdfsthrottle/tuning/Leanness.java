package io.hdfsthrottle.tuning;

/**
 * The reduced window and piece while a tenant that asks for less than its share is expected back: such a tenant's
 * requests wait for what is in the disk. At first they are the usual window and piece. They shrink as long as that
 * costs no throughput, down to what keeps the disk busy on average in small pieces; where it costs throughput, because
 * completions are seen late, they grow. Steps are large at first, and smaller with each turn. Not thread-safe.
 */
final class Leanness {

    /** The least ratio to which such a tenant's short waits may reduce the throughput. */
    private static final double LEAST = 0.98;

    /** The largest multiple of what keeps the disk busy on average: it gives the usual window and piece. */
    private static final double MOST = 16;

    private static final double FIRST_STEP = 4;

    /** The smallest step: the search is over. */
    private static final double LAST_STEP = 1.1;

    /** The most pairs before a decision, whatever the noise. */
    private static final int MOST_PAIRS = 12;

    private static final int PAGE = 4096;

    private final Ratios ratios = new Ratios();
    private double factor = MOST;
    private double step = FIRST_STEP;
    private boolean didCost;
    private boolean isSettled;

    /** Learns the ratio of the disk's throughput with this window to that with the usual window. */
    void learn(double ratio) {
        ratios.add(ratio);
        boolean isLast = ratios.count() >= MOST_PAIRS;
        if (ratios.areBelow(LEAST) || (isLast && ratios.mean() < LEAST)) {
            reverse(true);
            factor = Math.min(MOST, step * factor);
            isSettled = false;
        } else if (isLast || ratios.areAbove(LEAST)) {
            reverse(false);
            isSettled = factor == 1 || step == LAST_STEP;
            factor = Math.max(1, factor / step);
        }
    }

    private void reverse(boolean costs) {
        step = costs == didCost ? step : Math.max(LAST_STEP, Math.sqrt(step));
        didCost = costs;
        ratios.forget();
    }

    /** Whether it is as small as it may be. */
    boolean isSettled() {
        return isSettled;
    }

    /** The size of a piece meanwhile. */
    int piece(int usual) {
        double lean = Math.max(Tuning.SMALLEST_PIECE * 3 / 8, usual / 4) * factor;
        return (int) Math.min(usual, lean) / PAGE * PAGE;
    }

    /** The window meanwhile, where this keeps the disk busy on average. */
    long window(long busy, long usual) {
        return (long) Math.min((double) usual, busy * factor);
    }
}
