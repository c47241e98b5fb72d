package io.hdfsthrottle.pace;

/**
 * How far a tenant has come, in seconds of its own share: bytes moved, divided by bytes due a second. Used by the
 * controller's thread alone.
 */
final class Position {

    /** How much more it may use after each tick in which pacing held it back: less than twice as much in a second. */
    private static final double GROWTH_A_TICK = 1.03;

    /** How much more it may use after it lost in a trial what others gained. */
    private static final double GROWTH_A_TRIAL = 1.04;

    /** How much more it may use beside others than those a trial told about: the queue is another. */
    private static final double GROWTH_IN_OTHER_COMPANY = 2;

    /** Who gets this part of what it can use gets all of it, but for chance. */
    private static final double SATISFIED = 0.95;

    /** What the disk gives more if the others no longer wait for whom they need not wait for: more than chance. */
    private static final double LASTING_GAIN = 1.06;

    /** How long that may take to show. */
    private static final long TO_SHOW_NANOS = 1_500_000_000L;

    /** How fast what it can use follows what it does use, once that is more. */
    private static final double FOLLOWING = 0.1;

    /**
     * A tenant that comes has the kernel read ahead for all of its threads, up to half a second of its share. Much of that is sent at once:
     * held back, it would be missing to everybody's clients in that second.
     */
    private static final double HEAD_START = 0.3;

    /** It goes a twentieth slower than the others until that is worn off, and does not stop. */
    private static final double WEARS_OFF_SECONDS = 5;

    private final RecentRate rate = new RecentRate();
    private final SteadyRate steady = new SteadyRate();
    private double usesAtMost = Double.POSITIVE_INFINITY;
    private double totalBefore;
    private long fullSinceNanos;
    private double seconds;
    private boolean held;
    private boolean everHeld;
    private long lastHeldNanos;
    private boolean everPaced;
    private long lastPacedNanos;
    private boolean active;
    private double head;
    private double weight;
    private boolean limited;
    private double limitBytes;

    double seconds() {
        return seconds;
    }

    void advance(double more) {
        seconds += more;
    }

    /** Not further back than the least, and not further ahead than the most. */
    void keepWithin(double least, double most) {
        seconds = Math.min(Math.max(seconds, least), most);
    }

    /** Whether the disk holds it back now, and others wait for it. */
    boolean isHeld() {
        return held;
    }

    void held(boolean isHeld, long now) {
        held = isHeld;
        if (isHeld) {
            everHeld = true;
            lastHeldNanos = now;
        }
    }

    /** Whether the disk held it back within that time. */
    boolean heldWithin(long nanos, long now) {
        return everHeld && now - lastHeldNanos <= nanos;
    }

    /** Takes note of what it moved in a tick. */
    void moved(double bytesPerSecond) {
        rate.add(bytesPerSecond);
        steady.add(bytesPerSecond);
        if (isFull()) {
            usesAtMost += Math.max(0, rate.mean() - usesAtMost) * FOLLOWING;
        }
    }

    /** What it lately moved, in bytes per second. */
    double rate() {
        return rate.mean();
    }

    /** What it moved over the last seconds. */
    SteadyRate steady() {
        return steady;
    }

    /** What it can use, in bytes per second, as a trial told; infinite if none did. */
    double usesAtMost() {
        return usesAtMost;
    }

    /**
     * A trial told.
     *
     * @param total what the disk gave before it, in bytes per second
     */
    void usesAtMost(double bytesPerSecond, double total, long now) {
        usesAtMost = bytesPerSecond;
        totalBefore = total;
        fullSinceNanos = now;
    }

    boolean isFull() {
        return usesAtMost < Double.POSITIVE_INFINITY;
    }

    /**
     * Whether it gets what it can use: then nobody keeps it from anything, whatever its threads wait for. A trial that told so must have
     * brought something that lasts, or it was wrong.
     *
     * @param total what the disk gives, in bytes per second
     */
    boolean isSatisfied(double total, long now) {
        return isFull()
                && rate.mean() >= SATISFIED * usesAtMost
                && (now - fullSinceNanos < TO_SHOW_NANOS || total >= LASTING_GAIN * totalBefore);
    }

    /** Pacing holds it back, so it may be able to use more than a trial told. */
    void heldByPacing(long now) {
        everPaced = true;
        lastPacedNanos = now;
        usesAtMost *= GROWTH_A_TICK;
    }

    /** Whether pacing held it back within that time: then it can use what it is due. */
    boolean pacedWithin(long nanos, long now) {
        return everPaced && now - lastPacedNanos <= nanos;
    }

    /** Others took from it, so it can use more than it moved. */
    void lostInTrial() {
        usesAtMost *= GROWTH_A_TRIAL;
    }

    /** It does nothing: when it comes back it may use more than it did. */
    void isIdle() {
        usesAtMost = Double.POSITIVE_INFINITY;
        active = false;
    }

    /** It does something; if it did not before, it has a head start, which wears off. */
    void isActive(double elapsedSeconds) {
        head = active ? Math.max(0, head - elapsedSeconds * HEAD_START / WEARS_OFF_SECONDS) : HEAD_START;
        active = true;
    }

    /** How much further ahead of the slowest it may be for having come a moment ago, in seconds of its share. */
    double headStart() {
        return head;
    }

    /** In other company it may use more than a trial told. */
    void inOtherCompany() {
        usesAtMost *= GROWTH_IN_OTHER_COMPANY;
    }

    /** With another weight it may use more than a trial told. */
    void weighs(double newWeight) {
        if (newWeight != weight) {
            usesAtMost = Double.POSITIVE_INFINITY;
            weight = newWeight;
        }
    }

    /**
     * How many bytes a limit allows now: so many more than at the last tick, but no more than the credit ahead of what was moved and no
     * more than the debt behind it.
     */
    double underLimit(double moved, double more, double credit, double debt) {
        limitBytes = limited ? Math.max(Math.min(limitBytes + more, moved + credit), moved - debt) : moved + credit;
        limited = true;
        return limitBytes;
    }
}
