package io.hdfsthrottle.pace;

/**
 * How far a tenant has come, in seconds of its own share: bytes moved, divided by bytes due a second. Used by the
 * controller's thread alone.
 */
final class Position {

    private double seconds;
    private boolean held;
    private boolean excused;
    private long excusedUntil;
    private boolean limited;
    private double limitBytes;

    double seconds() {
        return seconds;
    }

    void advance(double more) {
        seconds += more;
    }

    void moveUpTo(double pace) {
        seconds = Math.max(seconds, pace);
    }

    /** Whether the disk holds it back now, and others wait for it. */
    boolean isHeld() {
        return held;
    }

    void held(boolean now) {
        held = now;
    }

    boolean isExcused(long now) {
        return excused && now - excusedUntil < 0;
    }

    void excuseUntil(long nanos) {
        excused = true;
        excusedUntil = nanos;
    }

    /** How many bytes a limit allows now: so many more than at the last tick, no more than the credit ahead of what was moved. */
    double underLimit(double moved, double more, double credit) {
        limitBytes = limited ? Math.min(limitBytes + more, moved + credit) : moved + credit;
        limited = true;
        return limitBytes;
    }
}
