package io.hdfsthrottle.fakes;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is set. Thread-safe. */
public final class HandSetTicker implements Ticker {

    private final AtomicLong nanos;

    /** Starts at 0. */
    public HandSetTicker() {
        this(0);
    }

    /** Starts at any time: a machine's monotonic clock may begin below zero and wrap around. */
    public HandSetTicker(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** Lets time pass. */
    public void advance(Duration time) {
        advance(time.toNanos());
    }

    /** Lets so many nanoseconds pass. */
    public void advance(long passing) {
        nanos.addAndGet(passing);
    }
}
