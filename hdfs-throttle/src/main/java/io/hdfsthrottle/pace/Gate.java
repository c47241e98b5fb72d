package io.hdfsthrottle.pace;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * Whether pacing acts at all. Open means that everything passes at once: before start, after trouble, at shutdown.
 *
 * <p>Resting threads look at it at least every 20 ms, so opening it wakes them all without anybody keeping a list of
 * them. Thread-safe.
 */
public final class Gate {

    private final LongAccumulator longestRestNanos = new LongAccumulator(Math::max, 0);
    private volatile boolean open;
    private volatile long longestSleepNanos = Long.MAX_VALUE;

    /** Whether everything passes. */
    public boolean isOpen() {
        return open;
    }

    /** Lets everything pass from now on, and whoever rests go on. */
    public void open() {
        open = true;
    }

    /** From now on no call rests longer than that, whatever is configured; whoever has rested so long already goes on. */
    public void limitSleep(long nanos) {
        longestSleepNanos = nanos;
    }

    /** The longest that a call may rest now, in nanoseconds. */
    long longestSleepNanos() {
        return longestSleepNanos;
    }

    void rested(long nanos) {
        longestRestNanos.accumulate(nanos);
    }

    /** The longest that any call rested, in nanoseconds. */
    public long longestRestNanos() {
        return longestRestNanos.get();
    }
}
