package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The thread that sees a volume's pieces complete, one after the other, and wakes the queue when a limit lets something through. */
final class Reaper implements Runnable {

    private static final long LONGEST_NANOS = 1_000_000_000L;
    private static final Piece NUDGE = null;

    private final LinkedBlockingQueue<Object> issued = new LinkedBlockingQueue<>();
    private final Consumer<Piece> completed;
    private final LongSupplier nanosToNext;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean stopped;

    /**
     * A thread that is not started.
     *
     * @param completed told of each piece on that thread, and of nothing (null) when time has passed
     * @param nanosToNext how long until it is to be told of nothing
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
        issued.add(this);
    }

    /** The disk was asked for it. */
    void await(Piece piece) {
        issued.add(piece);
    }

    /** The time to the next limit has changed. */
    void nudge() {
        issued.add(this);
    }

    boolean isThisThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                Object next = issued.poll(Math.min(LONGEST_NANOS, nanosToNext.getAsLong()), TimeUnit.NANOSECONDS);
                if (next instanceof Piece) {
                    reap((Piece) next);
                } else {
                    completed.accept(NUDGE);
                }
            } catch (InterruptedException ignored) {
                // stop() alone ends this thread
            } catch (Throwable error) {
                failed.accept(error);
            }
        }
    }

    /** A piece of which nobody knows whether the disk has done it is not waited for any longer. */
    private void reap(Piece piece) {
        try {
            ((Stream) piece.flow()).awaitCompletion(piece);
        } finally {
            completed.accept(piece);
        }
    }
}
