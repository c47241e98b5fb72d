package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.window.Requests;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Issues to a disk the pieces that the scheduler dispatches, each on the transfer thread that wants it or on a thread of
 * the volume, which also awaits its completion; nobody else asks the disk. No lock is held while the disk is asked.
 * Thread-safe.
 */
final class Dispatcher {

    private final Scheduler scheduler;
    private final Object lock;
    private final QueueHost host;
    private final Reaper reads;
    private final Reaper writes;

    /** Pieces that were dispatched on transfer threads of other streams; under the lock. */
    private final Queue<Piece> handedOver = new ArrayDeque<>();

    /** Streams whose operation somebody else found over; they give their files back on the volume's thread. */
    private final Queue<Stream> over = new ConcurrentLinkedQueue<>();

    private volatile boolean halted;
    private volatile Requests requests;
    private volatile long nextDueNanos = Long.MAX_VALUE;

    /** A dispatcher of a volume, with the scheduler's lock; its threads are not started. */
    Dispatcher(String volume, Scheduler scheduler, Object lock, QueueHost host) {
        this.scheduler = scheduler;
        this.lock = lock;
        this.host = host;
        this.requests = scheduler.requests();
        this.reads =
                new Reaper("hdfs-throttle-reads-" + volume, this::ended, this::work, this::nanosToNext, host::failed);
        this.writes =
                new Reaper("hdfs-throttle-writes-" + volume, this::ended, () -> {}, () -> Long.MAX_VALUE, host::failed);
    }

    void start() {
        reads.start();
        writes.start();
    }

    /** Dispatches nothing from now on. */
    void halt() {
        halted = true;
    }

    /** Ends the threads; waits for nothing. */
    void stop() {
        reads.stop();
        writes.stop();
    }

    /** The requests that the disk is asked for at once. */
    Requests requests() {
        return requests;
    }

    /**
     * Has the volume's thread issue what may be issued now, and replaces it where the disk keeps it. Called by the
     * controller.
     *
     * @throws IllegalStateException if a thread fails again and again
     */
    void renew() {
        reads.renew(requests.patience());
        writes.renew(requests.patience());
        synchronized (lock) {
            putOff();
        }
    }

    /** Whether the disk keeps all threads: its streams go on by themselves, as they would without us. */
    boolean isStuck() {
        return reads.isStuck() || writes.isStuck();
    }

    /** Whether the disk does not answer a request, so that a thread waits for that one alone. */
    boolean isKept() {
        return reads.isKept() || writes.isKept();
    }

    /** Has the volume's thread close the stream, which may have to wait for the disk. */
    void close(Stream stream) {
        over.add(stream);
        reads.nudge();
    }

    private void work() {
        pump(null);
        for (Stream stream = over.poll(); stream != null; stream = over.poll()) {
            stream.close();
        }
    }

    /** Issues to the disk what may be issued, on the thread of that stream; null on one of the volume. */
    void pump(Stream caller) {
        Optional<Piece> first;
        synchronized (lock) {
            first = dispatch(caller);
        }
        issue(first, caller);
    }

    /** The same if a limit releases something by now. */
    void pumpIfDue(Stream caller) {
        if (nextDueNanos <= now()) {
            pump(caller);
        }
    }

    /**
     * The next piece that the disk may be asked for, which then has to be {@link #issue issued}; under the lock. A
     * stream's thread does not ask the disk for others: that may take as long as the disk likes.
     */
    Optional<Piece> dispatch(Stream caller) {
        if (halted || (caller != null && isStuck())) {
            return Optional.empty();
        }
        if (caller == null && !handedOver.isEmpty()) {
            return Optional.of(handedOver.remove());
        }
        Optional<Piece> piece = next();
        while (piece.isPresent() && caller != null && !isFor(caller, piece.get())) {
            handedOver.add(piece.get());
            reads.nudge();
            piece = next();
        }
        return piece;
    }

    private static boolean isFor(Stream caller, Piece piece) {
        return piece.flow() == caller || !((Stream) piece.flow()).isAwaited();
    }

    private Optional<Piece> next() {
        long now = now();
        Optional<Piece> piece = scheduler.dispatch(now);
        if (piece.isPresent()) {
            piece.get().used(true);
            ((Stream) piece.get().flow()).tenant().charged(piece.get().length());
        }
        requests = scheduler.requests();
        due(piece.isPresent() ? nextDueNanos : scheduler.nextDueNanos(now));
        return piece;
    }

    private void due(long nanos) {
        boolean sooner = nanos < nextDueNanos;
        nextDueNanos = nanos;
        if (sooner && !reads.isThisThread()) {
            reads.nudge();
        }
    }

    /**
     * Issues that piece, and what may be issued then; a volume's thread no more than a window, before it looks for
     * completions again. Without the lock.
     */
    void issue(Optional<Piece> first, Stream caller) {
        long left = requests.window();
        Optional<Piece> next = first;
        while (next.isPresent()) {
            Piece piece = next.get();
            left -= piece.length();
            next = issue(piece, caller, caller == null && left <= 0);
        }
    }

    /** Issues the piece; returns the one after it. */
    private Optional<Piece> issue(Piece piece, Stream caller, boolean isLast) {
        Stream stream = (Stream) piece.flow();
        long bytes = piece.length();
        try {
            bytes = stream.issue(piece);
        } catch (Throwable error) {
            host.failed(error); // it may be another thread's piece
        }
        boolean isAwaited = bytes > 0 && stream.isAwaited();
        boolean wakes;
        Optional<Piece> next = Optional.empty();
        synchronized (lock) {
            scheduler.issued(piece, bytes, now());
            stream.tenant().charged(bytes - piece.length());
            wakes = stream.issuedTo(stream.endOf(piece));
            if (bytes == 0 || stream.isDoneWhenIssued(piece)) {
                scheduler.passed(piece, now());
            }
            piece.used(isAwaited);
            if (!isLast) {
                next = dispatch(caller);
            } else {
                putOff();
            }
        }
        if (isAwaited) {
            (stream instanceof WriteBehind ? writes : reads).await(piece);
        }
        if (wakes && stream != caller) {
            stream.wake();
        }
        return next;
    }

    /** Leaves what may be issued now to the volume's thread; under the lock. */
    private void putOff() {
        long now = now();
        if (!handedOver.isEmpty() || scheduler.mayDispatch(now)) {
            nextDueNanos = now;
            reads.nudge();
        } else {
            due(scheduler.nextDueNanos(now));
        }
    }

    private void ended(Piece piece, Completion completion) {
        Optional<Piece> next;
        synchronized (lock) {
            piece.used(false);
            if (completion == Completion.DONE) {
                scheduler.completed(piece, now());
            } else if (completion == Completion.FAILED) {
                scheduler.failed(piece, now());
            } else if (((Stream) piece.flow()).isFinished()) {
                scheduler.passed(piece, now());
            } else {
                scheduler.unknown(piece, now());
            }
            next = dispatch(null);
        }
        if (completion == Completion.FAILED) {
            ((Stream) piece.flow()).wake(); // nothing more is read for it
        }
        issue(next, null);
    }

    private long nanosToNext() {
        long due = nextDueNanos;
        return due == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, due - now());
    }

    private long now() {
        return host.ticker().nanos();
    }
}
