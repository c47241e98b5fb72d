package io.hdfsthrottle.pace;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * Whether pacing acts at all. Open means that everything passes at once: before start, after trouble, at shutdown.
 *
 * <p>Resting threads look at it when they wake for a moment, every 20 ms to half a second ({@link TenantBucket}). Thread-safe.
 */
public final class Gate {

    private final LongAccumulator longestRestNanos = new LongAccumulator(Math::max, 0);
    private volatile boolean open;

    /** Whether everything passes. */
    public boolean isOpen() {
        return open;
    }

    /** Lets everything pass from now on, and whoever rests go on. */
    public void open() {
        open = true;
    }

    void rested(long nanos) {
        longestRestNanos.accumulate(nanos);
    }

    /** The longest that any call rested, in nanoseconds. */
    public long longestRestNanos() {
        return longestRestNanos.get();
    }
}
