package io.hdfsthrottle.pace;

/**
 * How far everybody may have come, in seconds of everybody's share: a clock that goes on smoothly, and the slower the further the
 * slowest tenant that the disk holds back is behind it. In balance it is {@value #LEAD} s behind.
 *
 * <p>The slowest comes on by leaps, as the disk reads ahead in pieces of megabytes. Who followed it at once would stand still and
 * leap with it, and so would all threads of everybody, together: then they all want the next piece at the same moment. Used by the
 * controller's thread alone.
 */
final class Pace {

    /** How far behind the slowest is when the pace is just what the disk gives, in seconds. */
    static final double LEAD = 0.1;

    /** How much further behind stops everybody. */
    private static final double STOPS_WITHIN = 0.2;

    /** Faster it does not go while somebody is held back, in seconds of everybody's share a second. */
    private static final double FASTEST = 1.5;

    /** How much faster it becomes with every second in which the disk holds nobody back. */
    private static final double FASTER_A_SECOND = 1;

    /** The same if the disk is not even busy. */
    private static final double FASTER_A_SECOND_IDLE = 6;

    private double seconds;
    private double speed = 1;

    /** Where it is. */
    double seconds() {
        return seconds;
    }

    /** How fast it goes on until it is told more, in seconds of everybody's share a second. */
    double speed() {
        return speed;
    }

    /** Somebody is held back. */
    void follow(double slowest, double drift, double elapsed) {
        double least = seconds + drift * elapsed;
        goOn(elapsed);
        seconds = Math.max(Math.min(seconds, slowest + LEAD + STOPS_WITHIN), least);
        speed = Math.max(Math.min(1 + (slowest + LEAD - seconds) / STOPS_WITHIN, FASTEST), drift);
    }

    /** Nobody is held back, for so long by now. */
    void goOnAlone(double sinceSeconds, boolean busy, double elapsed) {
        goOn(elapsed);
        speed = Math.max(speed, 1 + sinceSeconds * (busy ? FASTER_A_SECOND : FASTER_A_SECOND_IDLE));
    }

    /** Nobody is paced: it is where the furthest is. */
    void isAt(double furthest) {
        seconds = furthest;
        speed = 1;
    }

    private void goOn(double elapsed) {
        seconds += speed * elapsed;
    }
}
