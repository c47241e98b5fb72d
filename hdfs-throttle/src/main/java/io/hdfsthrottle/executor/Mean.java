package io.hdfsthrottle.executor;

import io.hdfsthrottle.unit.Rate;

/** A rate as the mean of about five seconds. Not thread-safe. */
final class Mean {

    private static final double SECONDS = 5;

    private double bytesPerSecond;

    /** Adds bytes that were moved within that time. */
    void add(double bytes, double seconds) {
        bytesPerSecond += (bytes / seconds - bytesPerSecond) * -Math.expm1(-seconds / SECONDS);
    }

    Rate rate() {
        return Rate.ofBytesPerSecond(Math.max(0, Math.round(bytesPerSecond)));
    }
}
