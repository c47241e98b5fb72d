package io.hdfsthrottle.fakes;

import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

/**
 * Virtual time for real threads: only one runs at a time, and resting passes control to the thread that wakes next.
 * Runs depend only on the threads' own steps, however busy the machine is, and a virtual second costs milliseconds.
 */
public final class LockStep implements Ticker, Parker, AutoCloseable {

    private final PriorityQueue<Turn> turns = new PriorityQueue<>(
            Comparator.<Turn>comparingLong(turn -> turn.nanos).thenComparingLong(turn -> turn.order));
    private final Semaphore observer = new Semaphore(0);
    private volatile long now;
    private volatile boolean closed;
    private volatile Throwable failure;
    private long end;
    private long order;

    /** Starts virtual time at this value. */
    public LockStep(long nanos) {
        now = nanos;
    }

    @Override
    public long nanos() {
        return now;
    }

    /** Adds a thread that repeats a step until the end; the step must rest, or time would stand still. */
    public void start(String name, Runnable step) {
        Turn first = new Turn(now, order++);
        turns.add(first);
        Thread thread = new Thread(() -> live(first, step), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void live(Turn first, Runnable step) {
        try {
            first.awaited.acquireUninterruptibly();
            while (!closed) {
                step.run();
            }
        } catch (Closed end) {
            // told to end
        } catch (RuntimeException | Error broken) {
            failure = broken;
            observer.release();
        }
    }

    /** Lets that much time pass for all threads. */
    public void run(Duration time) {
        end = now + time.toNanos();
        passOn();
        observer.acquireUninterruptibly();
        if (failure != null) {
            throw new AssertionError("a simulated thread failed", failure);
        }
    }

    /** Suspends the calling thread, one of those started here, for this time. */
    @Override
    public void park(long nanos) {
        Turn mine = new Turn(now + nanos, order++);
        turns.add(mine);
        passOn();
        mine.awaited.acquireUninterruptibly();
        if (closed) {
            throw new Closed();
        }
    }

    private void passOn() {
        Turn next = turns.peek();
        if (next == null || next.nanos - end > 0) {
            now = end;
            observer.release();
        } else {
            turns.poll();
            now = next.nanos;
            next.awaited.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        turns.forEach(turn -> turn.awaited.release());
    }

    private static final class Turn {
        private final long nanos;
        private final long order;
        private final Semaphore awaited = new Semaphore(0);

        Turn(long nanos, long order) {
            this.nanos = nanos;
            this.order = order;
        }
    }

    /** Thrown to end a simulated thread wherever it rests. */
    private static final class Closed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Closed() {
            super("closed", null, false, false);
        }
    }
}
