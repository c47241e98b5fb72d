package io.hdfsthrottle.slots;

/**
 * A host's transfer threads: how many are in use, how many it may have, and how many more it could run. Threads that
 * wait are in use too, and a client that finds none free is refused. Immutable.
 */
public final class Slots {

    /** A host that does not report them. */
    public static final Slots UNKNOWN = new Slots(0, 0, 0);

    /**
     * While no tenant is throttled, one in this many of the spare ones is lent, so that a new client finds one free.
     */
    static final int DOOR = 8;

    private final int used;
    private final int most;
    private final int spare;

    private Slots(int used, int most, int spare) {
        this.used = used;
        this.most = most;
        this.spare = spare;
    }

    /** Threads in use of the most there may be; a most of 0 or less means that the host does not report them. */
    public static Slots of(int used, int most) {
        return of(used, most, 0);
    }

    /** The same for a host that can have more than its administrator's limit. */
    public static Slots of(int used, int most, int spare) {
        return new Slots(Math.max(used, 0), most, most <= 0 ? 0 : Math.max(spare, 0));
    }

    /** The same with no more spare ones than this part of the administrator's limit. */
    public Slots withSpareAtMost(double part) {
        return of(used, most, (int) Math.min(spare, Math.max(most, 0) * part));
    }

    /** How many are in use. */
    public int used() {
        return used;
    }

    /** The administrator's limit; 0 or less if the host does not report it. */
    public int most() {
        return most;
    }

    /** How many more there could be. */
    public int spare() {
        return spare;
    }

    /** The part in use of the administrator's limit: 0 and up, above 1 if more run. */
    public double occupancy() {
        return most <= 0 ? 0 : (double) used / most;
    }

    /** The part in use of all that there could be: 0 and up. */
    double strain() {
        return most <= 0 ? 0 : used / ((double) most + spare);
    }

    /**
     * How many threads the host should have now beyond the administrator's limit: so many that a few are free, which is
     * an {@value #DOOR}th of the spare ones, and never more than the spare ones.
     *
     * @param holdingBack whether any tenant was throttled lately; if not, no more than those few are lent, because then
     *     it is not pacing that fills the host
     */
    public int lent(boolean holdingBack) {
        if (most <= 0) {
            return 0;
        }
        int door = Math.min(spare, (spare + DOOR - 1) / DOOR);
        long wanted = (long) used + door - most;
        return (int) Math.max(0, Math.min(holdingBack ? spare : door, wanted));
    }
}
