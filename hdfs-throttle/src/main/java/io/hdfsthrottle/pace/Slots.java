package io.hdfsthrottle.pace;

/**
 * How many of a host's transfer threads are taken. Threads that rest are taken too, and a client that finds none free is
 * refused; so the fuller a host, the shorter a rest may be. Immutable.
 */
public final class Slots {

    /** A host that does not say. */
    public static final Slots UNKNOWN = new Slots(0, 0);

    /** Up to here pacing does as it likes. */
    static final double RELAXED = 0.70;

    /** From here on nobody rests. */
    static final double FULL = 0.90;

    private final int used;
    private final int most;

    private Slots(int used, int most) {
        this.used = used;
        this.most = most;
    }

    /** So many in use of so many; a most of 0 or less means that the host does not say. */
    public static Slots of(int used, int most) {
        return new Slots(Math.max(used, 0), most);
    }

    /** How many are in use. */
    public int used() {
        return used;
    }

    /** How many there are; 0 or less if the host does not say. */
    public int most() {
        return most;
    }

    /** The part that is in use: 0 and up, above 1 if the host was allowed fewer while more ran. */
    public double occupancy() {
        return most <= 0 ? 0 : (double) used / most;
    }

    /**
     * The longest that a call may rest: as configured up to 70 % occupancy, nothing from 90 % on, and falling in a straight line
     * between.
     */
    public long longestSleepNanos(long configuredNanos) {
        double left = (FULL - occupancy()) / (FULL - RELAXED);
        return (long) (configuredNanos * Math.max(0, Math.min(1, left)));
    }
}
