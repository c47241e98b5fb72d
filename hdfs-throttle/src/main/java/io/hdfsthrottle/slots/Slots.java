package io.hdfsthrottle.slots;

/**
 * A host's transfer threads: how many are taken, how many it may have, and how many more it could bear. Threads that
 * wait are taken too, and a client that finds none free is refused. Immutable.
 */
public final class Slots {

    /** A host that does not say. */
    public static final Slots UNKNOWN = new Slots(0, 0, 0);

    /** Without anybody held back, this part of the spare ones is lent, so that a newcomer finds the door open. */
    static final int DOOR = 8;

    private final int used;
    private final int most;
    private final int spare;

    private Slots(int used, int most, int spare) {
        this.used = used;
        this.most = most;
        this.spare = spare;
    }

    /** So many in use of so many; a most of 0 or less means that the host does not say. */
    public static Slots of(int used, int most) {
        return of(used, most, 0);
    }

    /**
     * The same for a host that can have more than its administrator gave it.
     *
     * @param used how many are in use
     * @param most how many the administrator gave it; 0 or less if the host does not say
     * @param spare how many more it could bear; below 0 is none
     */
    public static Slots of(int used, int most, int spare) {
        return new Slots(Math.max(used, 0), most, most <= 0 ? 0 : Math.max(spare, 0));
    }

    /** The same with no more spare ones than this part of those that the administrator gave. */
    public Slots withSpareAtMost(double part) {
        return of(used, most, (int) Math.min(spare, Math.max(most, 0) * part));
    }

    /** How many are in use. */
    public int used() {
        return used;
    }

    /** How many the administrator gave; 0 or less if the host does not say. */
    public int most() {
        return most;
    }

    /** How many more there could be. */
    public int spare() {
        return spare;
    }

    /** The part in use of those that the administrator gave: 0 and up, above 1 if more run. */
    public double occupancy() {
        return most <= 0 ? 0 : (double) used / most;
    }

    /** The part in use of all that there could be: 0 and up. */
    double strain() {
        return most <= 0 ? 0 : used / ((double) most + spare);
    }

    /**
     * How many more than the administrator gave the host should have now: so many that a few are free, which is an
     * {@value #DOOR}th of the spare ones, and never more than the spare ones.
     *
     * @param holdingBack whether anybody was held back lately; if not, no more than those few are lent, because then it is not
     *     pacing that fills the host
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
