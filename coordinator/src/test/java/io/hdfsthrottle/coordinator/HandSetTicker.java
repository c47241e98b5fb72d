package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;

/** A clock that only the test advances. */
public final class HandSetTicker implements Ticker {
    private long nanos = Long.MAX_VALUE - 5; // wraps around soon, as a real one may

    @Override
    public long nanos() {
        return nanos;
    }

    /** Advances by that time. */
    public void advance(Duration time) {
        nanos += time.toNanos();
    }
}
