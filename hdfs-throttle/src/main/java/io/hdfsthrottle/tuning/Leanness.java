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
    private boolean isSettled = true;

    /** While it was asked so the disk did so many times what it did beside that with the usual window. */
    void learn(double ratio) {
        ratios.add(ratio);
        boolean isEnough = ratios.count() >= FIRST_PAIRS;
        boolean costs = isEnough && ratios.median() < LEAST;
        isSettled = isEnough && !costs;
        if (costs) {
            factor = Math.min(MOST_MORE, MORE * factor);
            ratios.forget();
        } else if (isEnough && ratios.median() > FREE) {
            factor = Math.max(1, factor / LESS);
        }
    }

    /** Whether pairs said often enough that it costs little, or there was none. */
    boolean isSettled() {
        return isSettled;
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
