package io.hdfsthrottle.law;

import io.hdfsthrottle.unit.Rate;

/**
 * A rate as a point in time: the moment at which the bytes served so far are due at that rate. If it is past, a limit
 * allows more, or a reservation is behind (the tags of mClock, Gulati et al., OSDI 2010). Unused time is saved up for a
 * burst, mostly as virtual time is: it bridges the pauses of a thread, and what it waits for others' pieces. What was served beyond one rate is owed under the next as the same bytes. Not thread-safe.
 */
final class RateTag {

    /** The longest time for which service beyond the rate is owed. */
    static final long MOST_DEBT_NANOS = 5_000_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long burstNanos;
    private double bytesPerSecond;
    private double due;

    /** When something was served last. */
    private double served;

    /** No rate: always due. */
    RateTag() {
        this(ShareNode.BURST_NANOS);
    }

    /** The same; of a rate, unused time is saved up for so long. */
    RateTag(long burstNanos) {
        this.burstNanos = burstNanos;
        this.bytesPerSecond = Double.POSITIVE_INFINITY;
        this.due = Double.NEGATIVE_INFINITY;
    }

    /** Sets the rate from now on. */
    void set(Rate rate) {
        double before = bytesPerSecond;
        bytesPerSecond = rate.isUnlimited() ? Double.POSITIVE_INFINITY : Math.max(1, rate.bytesPerSecond());
        if (before == Double.POSITIVE_INFINITY) {
            due = Double.NEGATIVE_INFINITY;
        } else if (due > served) {
            due = served + Math.min((due - served) * before / bytesPerSecond, MOST_DEBT_NANOS);
        }
    }

    /** That part of the rate; unlimited if there is none. */
    Rate part(double part) {
        return isSet() ? Rate.ofBytesPerSecond((long) (bytesPerSecond * part)) : Rate.UNLIMITED;
    }

    /** The bytes of that time; infinite if there is no rate. */
    double within(long nanos) {
        return bytesPerSecond * nanos / NANOS_PER_SECOND;
    }

    /** Whether there is a rate at all. */
    boolean isSet() {
        return bytesPerSecond != Double.POSITIVE_INFINITY;
    }

    /** Whether everything served so far is due by now. */
    boolean isDue(long now) {
        return !isSet() || due <= now || due > (double) (now + 2 * MOST_DEBT_NANOS); // the clock went back
    }

    /** When it will be due, in nanoseconds of the caller's clock. */
    long dueNanos() {
        return isSet() ? (long) due : Long.MIN_VALUE;
    }

    /** Adds bytes that were served. */
    void serve(double bytes, long now) {
        serve(bytes, 1, now);
    }

    /** The same at a part of the rate: a reservation that the disk cannot give in full. */
    void serve(double bytes, double part, long now) {
        if (isSet()) {
            due = Math.max(due, (double) (now - burstNanos)) + bytes / (bytesPerSecond * part) * NANOS_PER_SECOND;
            due = Math.min(due, (double) (now + MOST_DEBT_NANOS));
            served = now;
        }
    }
}
