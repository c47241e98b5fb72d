package io.hdfsthrottle.coordinator;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that only the test advances. */
public final class HandSetClock extends Clock {
    private volatile long seconds;

    /** Starts at that second since 1970. */
    public HandSetClock(long seconds) {
        this.seconds = seconds;
    }

    /** Sets the time to that second since 1970. */
    public void set(long newSeconds) {
        seconds = newSeconds;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(seconds);
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
