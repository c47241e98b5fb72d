package io.hdfsthrottle.coordinator.audit;

import io.hdfsthrottle.unit.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * Rate limit of recorded refusals: a burst is recorded one by one, and then one a second; the others are counted. Not
 * thread-safe.
 */
final class RefusalRate {
    static final int BURST = 100;
    private static final long REFILL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Ticker ticker;
    private long refilledNanos;
    private int left = BURST;
    private long counted;

    RefusalRate(Ticker ticker) {
        this.ticker = ticker;
        this.refilledNanos = ticker.nanos();
    }

    /** Whether the next one is recorded; if not, it is counted. */
    boolean permits() {
        refill();
        if (left == 0) {
            counted++;
            return false;
        }
        left--;
        return true;
    }

    /** How many were counted since the last call. */
    long takeCounted() {
        long taken = counted;
        counted = 0;
        return taken;
    }

    private void refill() {
        long seconds = (ticker.nanos() - refilledNanos) / REFILL_NANOS;
        if (seconds > 0) {
            refilledNanos += seconds * REFILL_NANOS;
            left = (int) Math.min(BURST, left + seconds);
        }
    }
}
