package io.hdfsthrottle.queue;

import io.hdfsthrottle.mode.Mode;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * The switch that turns scheduling off. Open means that everything passes at once: for a time after too many errors,
 * for good at shutdown, and as long as the mode is {@link Mode#OFF}. In {@link Mode#SHADOW} everything passes and is
 * counted. Waiting threads notice within {@link Stream#SLICE_NANOS}. Thread-safe.
 */
public final class Bypass {

    private final LongAccumulator longestWaitNanos = new LongAccumulator(Math::max, 0);
    private volatile boolean open;
    private volatile Mode mode = Mode.ENFORCE;
    private boolean forGood;

    /** Closed: scheduling acts. */
    public Bypass() {}

    /** Whether everything passes, and is not counted. */
    public boolean isOpen() {
        return open || mode == Mode.OFF;
    }

    /** Whether scheduling acts: it is neither open, nor only counts. */
    public boolean schedules() {
        return !open && mode == Mode.ENFORCE;
    }

    /** The mode of the node. */
    public Mode mode() {
        return mode;
    }

    /** Goes by that mode from now on; the one before it. An error or a shutdown lets everything pass all the same. */
    public synchronized Mode switchTo(Mode newMode) {
        Mode before = mode;
        mode = newMode;
        return before;
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

    /** Scheduling acts again, unless it was opened for good or the mode is another. */
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
