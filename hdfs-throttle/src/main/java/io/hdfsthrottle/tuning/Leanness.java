package io.hdfsthrottle.tuning;

/**
 * How little the disk is asked for while a tenant that asks for less than its share is expected back. At first it is what keeps the disk busy on average,
 * in small pieces. Where that costs throughput, because completions are seen late or such tenants are always there, it is more, up to the usual window
 * and piece. Not thread-safe.
 */
final class Leanness {

    /** What such a tenant's short waits may cost: a median of pairs below that costs too much. */
    private static final double LEAST = 0.92;

    /** As good as nothing was lost: less may do, too. */
    private static final double FREE = 0.97;

    private static final double MORE = 2;
    private static final double LESS = 1.1;
    private static final double MOST_MORE = 16;
    private static final int PAIRS = 3;
    private static final int FIRST_PAIRS = 2;
    private static final int PAGE = 4096;

    private final RecentMedian ratios = new RecentMedian(PAIRS);
    private double factor = 1;

    /**
     * While it was asked so the disk did so many times what it did beside that with the usual window.
     *
     * @return whether it is asked for more from now on
     */
    boolean learn(double ratio) {
        ratios.add(ratio);
        if (ratios.count() < FIRST_PAIRS) {
            return false;
        }
        if (ratios.median() < LEAST) {
            factor = Math.min(MOST_MORE, MORE * factor);
            ratios.forget();
            return true;
        }
        if (ratios.median() > FREE) {
            factor = Math.max(1, factor / LESS);
        }
        return false;
    }

    /** The size of a piece meanwhile. */
    int piece(int usual) {
        double lean = Math.max(Tuning.SMALLEST_PIECE * 3 / 8, usual / 4) * factor;
        return Math.min(usual, (int) lean / PAGE * PAGE);
    }

    /** The window meanwhile, where this keeps the disk busy on average. */
    long window(long busy, long usual) {
        return Math.min(usual, (long) (busy * factor));
    }
}
