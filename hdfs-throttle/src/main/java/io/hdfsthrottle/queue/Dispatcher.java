package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.tuning.Tuning;
import java.util.Optional;

/**
 * Issues to a disk the pieces that the scheduler dispatches, on the thread that made room for them, and awaits their
 * completion on threads of its own. No lock is held while the disk is asked. Thread-safe.
 */
final class Dispatcher {

    private final Scheduler scheduler;
    private final Object lock;
    private final QueueHost host;
    private final Reaper reads;
    private final Reaper writes;
    private volatile Tuning tuning;
    private volatile long nextDueNanos = Long.MAX_VALUE;

    /**
     * A dispatcher of a volume; its threads are not started.
     *
     * @param lock of the scheduler
     */
    Dispatcher(String volume, Scheduler scheduler, Object lock, QueueHost host) {
        this.scheduler = scheduler;
        this.lock = lock;
        this.host = host;
        this.tuning = scheduler.tuning();
        this.reads = new Reaper("hdfs-throttle-reads-" + volume, this::reaped, this::nanosToNext, host::failed);
        this.writes = new Reaper("hdfs-throttle-writes-" + volume, this::reaped, () -> Long.MAX_VALUE, host::failed);
    }

    void start() {
        reads.start();
        writes.start();
    }

    void stop() {
        reads.stop();
        writes.stop();
    }

    /** The current tuning of the disk. */
    Tuning tuning() {
        return tuning;
    }

    /** Issues to the disk what may be issued, on a thread of the queue or the controller. */
    void pump() {
        pump(null);
    }

    /** The same on the thread of that stream. */
    void pump(Stream caller) {
        Optional<Piece> first;
        synchronized (lock) {
            first = dispatch();
        }
        issue(first, caller);
    }

    /** The same if a limit releases something by now. */
    void pumpIfDue(Stream caller) {
        if (nextDueNanos <= now()) {
            pump(caller);
        }
    }

    /** The next piece that the disk may be asked for, which then has to be {@link #issue issued}; under the lock. */
    Optional<Piece> dispatch() {
        long now = now();
        Optional<Piece> piece = scheduler.dispatch(now);
        if (piece.isPresent()) {
            piece.get().used(true);
            ((Stream) piece.get().flow()).tenant().charged(piece.get().length());
        }
        tuning = scheduler.tuning();
        long due = piece.isPresent() ? nextDueNanos : scheduler.nextDueNanos(now);
        boolean sooner = due < nextDueNanos;
        nextDueNanos = due;
        if (sooner && !reads.isThisThread()) {
            reads.nudge();
        }
        return piece;
    }

    /**
     * Issues that piece, and what may be issued then; on the thread of that stream, if there is one. Without the lock.
     */
    void issue(Optional<Piece> first, Stream caller) {
        Optional<Piece> next = first;
        while (next.isPresent()) {
            next = issue(next.get(), caller);
        }
    }

    /** Issues the piece; returns the one after it. */
    private Optional<Piece> issue(Piece piece, Stream caller) {
        Stream stream = (Stream) piece.flow();
        long bytes = piece.length();
        try {
            bytes = stream.issue(piece);
        } catch (Throwable error) {
            host.failed(error); // it may be another thread's piece
        }
        if (caller != null && stream != caller && stream instanceof ReadAhead) {
            caller.askedForOthers(bytes);
        }
        boolean isAwaited = bytes > 0 && stream.isAwaited();
        Optional<Piece> next;
        synchronized (lock) {
            scheduler.issued(piece, bytes, now());
            stream.tenant().charged(bytes - piece.length());
            stream.issuedTo(stream.endOf(piece));
            if (bytes == 0 || stream.isDoneWhenIssued(piece)) {
                scheduler.completed(piece, now());
            }
            piece.used(isAwaited);
            if (isAwaited) {
                (stream instanceof WriteBehind ? writes : reads).await(piece);
            }
            next = dispatch();
        }
        return next;
    }

    private void reaped(Piece piece) {
        Optional<Piece> next;
        synchronized (lock) {
            if (piece != null) {
                scheduler.completed(piece, now());
                piece.used(false);
            }
            next = dispatch();
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
