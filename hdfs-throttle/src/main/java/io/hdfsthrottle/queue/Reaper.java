package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A volume's thread: it awaits the completion of pieces, one after the other, and does the volume's work that may have
 * to wait for the disk. A thread that has ended, or that the disk keeps, is replaced; the disk keeps a few at most.
 * Thread-safe.
 */
final class Reaper {

    private static final long LONGEST_NANOS = 1_000_000_000L;

    /** The most threads at once: all but one of them are kept by requests that the disk does not answer. */
    private static final int MOST_THREADS = 4;

    /** Not all threads wait for one tenant, so that nobody's bad sectors end the scheduling for others. */
    private static final int MOST_OF_TENANT = 3;

    /** A turn at which the controller looked more often, which takes a second by default, does not end by itself. */
    static final int MOST_LOOKS = 20;

    /** As many failures in a row are no accident. */
    static final int MOST_FAILURES = 10;

    /** Under its own lock. A blocking queue would allocate for each. */
    private final ArrayDeque<Piece> issued = new ArrayDeque<>();

    private final String name;
    private final BiConsumer<Piece, Completion> ended;
    private final Runnable work;
    private final LongSupplier nanosToNext;
    private final Consumer<Throwable> failed;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile Worker worker;
    private volatile boolean stopped;
    private volatile boolean nudged;
    private volatile int kept;
    private volatile int patience = 1;

    /**
     * Not started. All are called on the thread.
     *
     * @param ended called with each piece
     * @param work called when nudged, when time has passed, and once at the end
     * @param nanosToNext how long until the work is to be done, even without a nudge
     */
    Reaper(
            String name,
            BiConsumer<Piece, Completion> ended,
            Runnable work,
            LongSupplier nanosToNext,
            Consumer<Throwable> failed) {
        this.name = name;
        this.ended = ended;
        this.work = work;
        this.nanosToNext = nanosToNext;
        this.failed = failed;
    }

    /** Where the process may have no more threads, that is tried again by {@link #renew}. */
    void start() {
        Worker before = worker;
        Worker next = new Worker();
        worker = next;
        workers.add(next);
        try {
            next.start();
        } catch (Throwable refused) {
            worker = before == null ? next : before; // which goes on; renew() replaces a dead one
            workers.remove(next);
            failed.accept(refused);
        }
    }

    /** Ends the thread soon; does not wait for it. */
    void stop() {
        stopped = true;
        LockSupport.unpark(worker);
    }

    /** Awaits the completion of a piece that was issued. */
    void await(Piece piece) {
        synchronized (issued) {
            issued.add(piece);
        }
        LockSupport.unpark(worker);
    }

    /** There is work, or the time to the next has changed. */
    void nudge() {
        nudged = true;
        LockSupport.unpark(worker);
    }

    boolean isThisThread() {
        return Thread.currentThread() == worker;
    }

    /**
     * Replaces a thread that has ended, or is still in the turn that it was in at the last call. Called now and then by
     * one thread; does not wait.
     *
     * @param newPatience how many times as long as usual a turn may take
     * @throws IllegalStateException if one turn after the other fails
     */
    void renew(int newPatience) {
        Worker current = worker;
        if (current == null || stopped) {
            return;
        }
        if (failures.get() >= MOST_FAILURES) {
            throw new IllegalStateException(name + " failed " + failures + " times in a row");
        }
        patience = newPatience;
        int keptNow = 0;
        for (Worker each : workers) {
            keptNow += each.looks.incrementAndGet() > MOST_LOOKS * patience ? 1 : 0;
        }
        kept = keptNow;
        if ((current.looks.get() > 1 || !current.isAlive()) && workers.size() < MOST_THREADS) {
            start();
        }
    }

    /** Whether the disk keeps a thread for long. */
    boolean isKept() {
        return kept > 0;
    }

    /** Whether it keeps all of them. */
    boolean isStuck() {
        return kept == MOST_THREADS;
    }

    private Piece next(Worker taker) {
        synchronized (issued) {
            Piece next = issued.peek();
            if (next != null && workers.size() > 1) {
                next = issued.stream().filter(this::mayBeTaken).findFirst().orElse(null);
            }
            if (next != null) {
                boolean unused = issued.remove(next);
                Stream stream = (Stream) next.flow();
                // With one thread, as always but for bad sectors, nothing is allocated.
                boolean isAwaited = workers.size() == 1 || threadsFor(stream.tenant(), false) < MOST_OF_TENANT;
                taker.awaited = isAwaited ? stream : null;
            }
            return next;
        }
    }

    /**
     * Not while a thread waits for that stream, since each that wakes to an error reads its page again; nor while its
     * tenant has its threads, unless they are kept for long: then nobody waits for its other pieces.
     */
    private boolean mayBeTaken(Piece piece) {
        Stream stream = (Stream) piece.flow();
        return workers.stream().noneMatch(each -> each.awaited == stream)
                && (threadsFor(stream.tenant(), false) < MOST_OF_TENANT
                        || threadsFor(stream.tenant(), true) == MOST_OF_TENANT);
    }

    private int threadsFor(TenantQueue tenant, boolean isForLong) {
        int threads = 0;
        for (Worker each : workers) {
            Stream awaited = each.awaited;
            boolean isFor = awaited != null && awaited.tenant() == tenant;
            threads += isFor && (!isForLong || each.looks.get() > MOST_LOOKS * patience) ? 1 : 0;
        }
        return threads;
    }

    private final class Worker extends Thread {

        /** How often somebody looked since its turn began; far below 0 while it rests. */
        private final AtomicInteger looks = new AtomicInteger(Integer.MIN_VALUE);

        private final Runnable turn = this::turn; // once: turns allocate nothing

        /** The stream of the piece that it awaits; null for none. */
        private volatile Stream awaited;

        Worker() {
            super(name);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (!stopped && worker == this) {
                    guarded(turn);
                }
                if (stopped) {
                    guarded(work);
                }
            } finally {
                workers.remove(this);
            }
        }

        private void guarded(Runnable task) {
            try {
                // stop() alone ends this thread; an interrupt would keep it from parking
                boolean unused = Thread.interrupted();
                task.run();
            } catch (Throwable error) {
                int unused = failures.incrementAndGet();
                failed.accept(error);
            }
        }

        private void turn() {
            Piece piece = next(this);
            if (piece == null && !nudged) {
                looks.set(Integer.MIN_VALUE);
                LockSupport.parkNanos(this, Math.min(LONGEST_NANOS, nanosToNext.getAsLong()));
                piece = next(this);
            }
            looks.set(0);
            if (piece != null) {
                reap(piece);
                failures.set(0);
            }
            if (piece == null || nudged) {
                nudged = false;
                work.run();
            }
        }

        /** A piece whose completion cannot be determined is no longer waited for. */
        private void reap(Piece piece) {
            Completion completion = Completion.UNKNOWN;
            try {
                completion = awaited == null ? completion : awaited.awaitCompletion(piece);
            } catch (Throwable error) {
                failed.accept(error); // its stream's
            } finally {
                awaited = null;
                if (worker != this) {
                    LockSupport.unpark(worker); // for other pieces of that stream
                }
            }
            ended.accept(piece, completion);
        }
    }
}
