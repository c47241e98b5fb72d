package io.hdfsthrottle.coordinator;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes only when it is told. */
public final class HandSetClock extends Clock {
    private volatile long seconds;

    /** It is that second since 1970. */
    public HandSetClock(long seconds) {
        this.seconds = seconds;
    }

    /** It is that second since 1970 now. */
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
