package io.hdfsthrottle.slots;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Computes how long each tenant's threads may wait while transfer threads run short: a tenant that holds no more of
 * them than its share keeps its full wait, the tenant that holds most for its weight is the first to lose it. Pure
 * arithmetic.
 *
 * <p>The threads that may be in use without shorter waits, {@value #RELAXED} of all there could be, are divided by
 * weighted max-min over what each tenant holds. A tenant within its share has its full wait, one with
 * {@value #FULL}/{@value #RELAXED} of it none, and between them the wait is linear. So with one tenant it is linear in
 * the host's occupancy.
 */
public final class SlotShares {

    /** Up to this part of all threads no wait is shortened. */
    static final double RELAXED = 0.85;

    /** From this part on some tenant does not wait at all. */
    static final double FULL = 0.95;

    private static final double MOST_OF_A_SHARE = FULL / RELAXED;

    private SlotShares() {}

    /** Whether threads run short; if not, every tenant has its full wait. */
    public static boolean runShort(Slots slots) {
        return slots.strain() > RELAXED;
    }

    /**
     * The part of the configured longest wait that each tenant's threads may wait.
     *
     * @param slots how many threads there are
     * @param weights of the tenants, above 0
     * @param threads how many each holds, in the same order; 0 or more
     * @return 0 to 1 for each, in the same order
     */
    public static double[] waitParts(Slots slots, double[] weights, int[] threads) {
        double strain = slots.strain();
        double level = runShort(slots) ? level(RELAXED / strain, weights, threads) : Double.POSITIVE_INFINITY;
        double[] parts = new double[threads.length];
        for (int i = 0; i < parts.length; i++) {
            double share = weights[i] * level;
            double taken = threads[i] <= share ? 0 : threads[i] / share;
            parts[i] = Math.max(0, Math.min(1, (MOST_OF_A_SHARE - taken) / (MOST_OF_A_SHARE - 1)));
        }
        return parts;
    }

    /**
     * The water level of weighted max-min over that part of the threads that tenants are known to hold. Threads of
     * unknown tenants (they have not moved a packet yet) count by the strain alone.
     */
    private static double level(double part, double[] weights, int[] threads) {
        int[] byNeed = IntStream.range(0, threads.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> threads[i] / weights[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double left = part * IntStream.of(threads).asLongStream().sum();
        for (int given = 0; given < byNeed.length; given++) {
            // Added anew each time: subtracting a heavy weight from a sum would cancel the light ones.
            double heavier = IntStream.range(given, byNeed.length)
                    .mapToDouble(i -> weights[byNeed[i]])
                    .sum();
            double level = Math.max(left, 0) / heavier;
            int tenant = byNeed[given];
            if (threads[tenant] > weights[tenant] * level) {
                return level;
            }
            left -= threads[tenant];
        }
        return Double.POSITIVE_INFINITY;
    }
}
