package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * A tenant's I/O session: a stretch of demand. One begins when demand comes after idleness, or when many more streams
 * are open at once than before; it ends when there is no more demand. After the sessions of Minerva, section 4.1: each
 * stream is a connection and an open file. Immutable.
 *
 * @param age for how many slices it has lasted; 0 while the tenant is idle
 * @param bytes how many bytes were moved in it
 * @param idle for how many slices there was no demand
 * @param beforeBytes how many bytes were moved in the one before
 * @param beforeAge how long the one before was
 * @param streams the recent mean number of open streams
 */
record Session(int age, double bytes, int idle, double beforeBytes, int beforeAge, double streams) {
    /** There was no demand yet. */
    static final Session NONE = new Session(0, 0, 0, 0, 0, 0);

    /** The number of idle slices that end a session. */
    private static final int ENDS = 2;

    /** What counts as a jump: this many times the streams of before, and this many more. */
    private static final double JUMP_TIMES = 2;

    private static final double JUMP_MORE = 4;
    private static final double SMOOTHING = 0.2;

    /** The session after one more slice. */
    Session next(Observation now) {
        double mean = streams + SMOOTHING * (now.streams() - streams);
        if (!now.hasDemand()) {
            boolean over = age > 0 && idle + 1 >= ENDS;
            return over
                    ? new Session(0, 0, idle + 1, bytes, age, mean)
                    : new Session(age, bytes, idle + 1, beforeBytes, beforeAge, mean);
        }
        boolean jump = age > 1 && now.streams() > JUMP_TIMES * streams + JUMP_MORE;
        if (age == 0) {
            return new Session(1, now.rate(), 0, beforeBytes, beforeAge, now.streams());
        }
        if (jump) {
            return new Session(1, now.rate(), 0, bytes, age, now.streams());
        }
        return new Session(age + 1, bytes + now.rate(), 0, beforeBytes, beforeAge, mean);
    }

    /** Whether it has just begun. */
    boolean begins() {
        return age == 1 && idle == 0;
    }

    /** Whether a session is under way. */
    boolean isOpen() {
        return age > 0;
    }
}
