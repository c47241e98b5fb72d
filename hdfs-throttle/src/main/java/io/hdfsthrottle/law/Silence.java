package io.hdfsthrottle.law;

/** Whether a disk still answers what it is asked for. Not thread-safe; times in nanoseconds of the caller's clock. */
final class Silence {

    /** When the disk did something last; later, if it was asked for nothing then. */
    private long answeredNanos;

    private boolean isFailing;
    private long failedNanos;

    /** The disk is asked for something, and was asked for nothing until now. */
    void asked(long now) {
        answeredNanos = isFailing ? answeredNanos : now;
    }

    /** The disk has done something that it was asked for, perhaps late. */
    void answered(long now) {
        answeredNanos = now;
        isFailing = false;
    }

    /** The disk could not do something that it was asked for, or has not answered for long. */
    void failed(long now) {
        failedNanos = now;
        isFailing = true;
    }

    /** Whether the disk does nothing any more that it is asked for. */
    boolean isSilent() {
        return isFailing && failedNanos - answeredNanos >= Scheduler.LOST_NANOS;
    }
}
