package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The thread that awaits the completion of a volume's pieces, one after the other, and wakes the queue when a limit
 * releases something.
 */
final class Reaper implements Runnable {

    private static final long LONGEST_NANOS = 1_000_000_000L;
    private static final Piece NUDGE = null;

    /** Pieces, and this for a nudge; under its own lock. A blocking queue would allocate for each. */
    private final ArrayDeque<Object> issued = new ArrayDeque<>();

    private final Consumer<Piece> completed;
    private final LongSupplier nanosToNext;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean stopped;
    private volatile boolean parked;

    /**
     * A thread that is not started.
     *
     * @param completed called on that thread with each completed piece, and with null when time has passed
     * @param nanosToNext how long until it is to be called with null
     */
    Reaper(String name, Consumer<Piece> completed, LongSupplier nanosToNext, Consumer<Throwable> failed) {
        this.completed = completed;
        this.nanosToNext = nanosToNext;
        this.failed = failed;
        this.thread = new Thread(this, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        add(this);
    }

    /** Awaits the completion of a piece that was issued. */
    void await(Piece piece) {
        add(piece);
    }

    private void add(Object next) {
        synchronized (issued) {
            issued.add(next);
        }
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    /** The next one; null after that time, or spuriously before. */
    private Object poll(long nanos) {
        Object next = poll();
        if (next == null && nanos > 0) {
            parked = true; // before it polls again: a thread that adds later sees it
            next = poll();
            if (next == null) {
                LockSupport.parkNanos(this, nanos);
                next = poll();
            }
            parked = false;
        }
        return next;
    }

    private Object poll() {
        synchronized (issued) {
            return issued.poll();
        }
    }

    /** The time to the next limit has changed. */
    void nudge() {
        add(this);
    }

    boolean isThisThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                Object next = poll(Math.min(LONGEST_NANOS, nanosToNext.getAsLong()));
                if (next instanceof Piece) {
                    reap((Piece) next);
                } else {
                    completed.accept(NUDGE);
                }
                boolean unused =
                        Thread.interrupted(); // stop() alone ends this thread; an interrupt would keep it from parking
            } catch (Throwable error) {
                failed.accept(error);
            }
        }
    }

    /** A piece whose completion cannot be determined is no longer waited for. */
    private void reap(Piece piece) {
        try {
            ((Stream) piece.flow()).awaitCompletion(piece);
        } finally {
            completed.accept(piece);
        }
    }
}
