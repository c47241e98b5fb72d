package io.hdfsthrottle.queue;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * The switch that turns scheduling off. Open means that everything passes at once: for a time after too many errors,
 * for good at shutdown. Waiting threads notice within {@link Stream#SLICE_NANOS}. Thread-safe.
 */
public final class Bypass {

    private final LongAccumulator longestWaitNanos = new LongAccumulator(Math::max, 0);
    private volatile boolean open;
    private boolean forGood;

    /** Closed: scheduling acts. */
    public Bypass() {}

    /** Whether everything passes. */
    public boolean isOpen() {
        return open;
    }

    /** Lets everything pass from now on; nothing closes it again. */
    public synchronized void open() {
        forGood = true;
        open = true;
    }

    /** Lets everything pass until it is closed. */
    public synchronized void openForATime() {
        open = true;
    }

    /** Scheduling acts again, unless it was opened for good. */
    public synchronized void close() {
        open = forGood;
    }

    void waited(long nanos) {
        longestWaitNanos.accumulate(nanos);
    }

    /** The longest that any call waited, in nanoseconds. */
    public long longestWaitNanos() {
        return longestWaitNanos.get();
    }
}
