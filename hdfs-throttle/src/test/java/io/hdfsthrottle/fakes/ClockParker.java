package io.hdfsthrottle.fakes;

import io.hdfsthrottle.unit.Parker;
import java.time.Duration;

/** Rests by setting the clock forward, and remembers how often and how long. For one thread. */
public final class ClockParker implements Parker {

    private final HandSetTicker ticker;
    private Runnable atEachRest = () -> {};
    private int rests;
    private long totalNanos;
    private long longestNanos;

    /** A parker that moves this clock. */
    public ClockParker(HandSetTicker ticker) {
        this.ticker = ticker;
    }

    /** Does this after every rest: what another thread would do meanwhile. */
    public void atEachRest(Runnable meanwhile) {
        atEachRest = meanwhile;
    }

    @Override
    public void park(long nanos) {
        rests++;
        totalNanos += nanos;
        longestNanos = Math.max(longestNanos, nanos);
        ticker.advance(nanos);
        atEachRest.run();
    }

    /** How often it rested. */
    public int waits() {
        return rests;
    }

    /** How long it rested in all. */
    public Duration total() {
        return Duration.ofNanos(totalNanos);
    }

    /** The longest that it was asked to rest at once. */
    public Duration longest() {
        return Duration.ofNanos(longestNanos);
    }

    /** Forgets the rests so far. */
    public void forget() {
        rests = 0;
        totalNanos = 0;
        longestNanos = 0;
    }
}
