package io.hdfsthrottle.queue;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * Whether scheduling acts at all. Open means that everything passes at once: before start, after too many errors, at shutdown. Waiting threads notice
 * within {@link Stream#SLICE_NANOS}. Thread-safe.
 */
public final class Bypass {

    private final LongAccumulator longestWaitNanos = new LongAccumulator(Math::max, 0);
    private volatile boolean open;

    /** Closed: scheduling acts. */
    public Bypass() {}

    /** Whether everything passes. */
    public boolean isOpen() {
        return open;
    }

    /** Lets everything pass from now on. */
    public void open() {
        open = true;
    }

    void waited(long nanos) {
        longestWaitNanos.accumulate(nanos);
    }

    /** The longest that any call waited, in nanoseconds. */
    public long longestWaitNanos() {
        return longestWaitNanos.get();
    }
}
