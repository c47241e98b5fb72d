package io.hdfsthrottle.ioprio;

/**
 * A thread's priority at the disk as the kernel counts it (kernel: Documentation/block/ioprio.rst): a class, and within
 * best-effort a level from 0, the highest, to 7. Immutable.
 */
public final class IoPriority {

    private static final int CLASS_SHIFT = 13;
    private static final int BEST_EFFORT = 2;
    private static final int LEVELS = 8;

    private final int coded;

    private IoPriority(int coded) {
        this.coded = coded;
    }

    /** A priority in the kernel's encoding. */
    public static IoPriority coded(int coded) {
        return new IoPriority(coded);
    }

    /**
     * Best-effort at that level.
     *
     * @throws IllegalArgumentException if the level is not 0 to 7
     */
    public static IoPriority bestEffort(int level) {
        if (level < 0 || level >= LEVELS) {
            throw new IllegalArgumentException("a level is 0 to 7, not " + level);
        }
        return new IoPriority((BEST_EFFORT << CLASS_SHIFT) | level);
    }

    /**
     * The priority of a tenant's weight relative to the heaviest tenant that the disk works for. bfq gives a thread of
     * level {@code n} a weight of {@code 8 - n} parts ({@code bfq_ioprio_to_weight}), so the heaviest stands at level 0
     * with eight parts, and the others at the level whose parts are nearest to their proportion: true to an eighth of
     * the heaviest, and never less than one part.
     *
     * <p>Always best-effort: real-time would starve all other threads, and idle can be starved by any.
     *
     * @param weight above 0
     * @param heaviest at least the weight
     */
    public static IoPriority ofWeight(double weight, double heaviest) {
        long parts = Math.round(LEVELS * Math.min(weight / heaviest, 1));
        return bestEffort(LEVELS - (int) Math.max(1, parts));
    }

    /** The kernel's encoding, for {@code ioprio_set(2)}. */
    public int coded() {
        return coded;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IoPriority && ((IoPriority) other).coded == coded;
    }

    @Override
    public int hashCode() {
        return coded;
    }

    /** {@code class 2 level 4}. */
    @Override
    public String toString() {
        return "class " + (coded >> CLASS_SHIFT) + " level " + (coded & ((1 << CLASS_SHIFT) - 1));
    }
}
