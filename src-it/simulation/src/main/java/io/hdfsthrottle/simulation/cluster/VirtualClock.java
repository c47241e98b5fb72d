package io.hdfsthrottle.simulation.cluster;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time of day of a simulation. */
final class VirtualClock extends Clock {
    /** Midnight of some day, in seconds since 1970. */
    private static final long MIDNIGHT = 20_000L * 24 * 3_600;

    private long second;

    /** Sets the time to so many seconds after midnight. */
    void set(long newSecond) {
        second = newSecond;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(MIDNIGHT + second);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
