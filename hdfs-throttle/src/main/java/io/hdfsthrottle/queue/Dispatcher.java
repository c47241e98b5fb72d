package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;
import io.hdfsthrottle.law.Scheduler;
import io.hdfsthrottle.law.Tuning;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks a disk for the pieces that the law lets through, on whichever thread made room for them, and sees them complete on threads of its own. Nothing
 * is held while the disk is asked. Thread-safe.
 */
final class Dispatcher {

    private final Scheduler scheduler;
    private final ReentrantLock lock;
    private final QueueHost host;
    private final Reaper reads;
    private final Reaper writes;
    private volatile Tuning tuning;
    private volatile long nextDueNanos = Long.MAX_VALUE;

    /**
     * Of a volume; its threads are not started.
     *
     * @param lock of the scheduler
     */
    Dispatcher(String volume, Scheduler scheduler, ReentrantLock lock, QueueHost host) {
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

    /** How the disk is asked now. */
    Tuning tuning() {
        return tuning;
    }

    /** Asks the disk for what may be asked of it, on a thread of the queue's or the controller's. */
    void pump() {
        for (Optional<Piece> next = dispatch(); next.isPresent(); next = dispatch()) {
            long unused = issue(next.get());
        }
    }

    /** The same on the thread of that stream. */
    void pump(Stream caller) {
        for (Optional<Piece> next = dispatch(); next.isPresent(); next = dispatch()) {
            long bytes = issue(next.get());
            if (next.get().flow() instanceof ReadAhead && next.get().flow() != caller) {
                caller.askedForOthers(bytes);
            }
        }
    }

    /** The same if a limit lets something through by now. */
    void pumpIfDue(Stream caller) {
        if (nextDueNanos <= now()) {
            pump(caller);
        }
    }

    private Optional<Piece> dispatch() {
        boolean sooner;
        Optional<Piece> piece;
        lock.lock();
        try {
            long now = now();
            piece = scheduler.dispatch(now);
            piece.ifPresent(found -> ((Stream) found.flow()).tenant().charged(found.length()));
            tuning = scheduler.tuning();
            long due = piece.isPresent() ? nextDueNanos : scheduler.nextDueNanos(now);
            sooner = due < nextDueNanos;
            nextDueNanos = due;
        } finally {
            lock.unlock();
        }
        if (sooner && !reads.isThisThread()) {
            reads.nudge();
        }
        return piece;
    }

    /** Asks the disk for the piece: the bytes that it really has to move. */
    private long issue(Piece piece) {
        Stream stream = (Stream) piece.flow();
        long bytes = piece.length();
        try {
            bytes = stream.issue(piece);
        } catch (Throwable error) {
            host.failed(error); // it may be another thread's piece
        }
        lock.lock();
        try {
            scheduler.issued(piece, bytes, now());
            stream.tenant().charged(bytes - piece.length());
            stream.issuedTo(stream.endOf(piece));
            if (bytes == 0 || stream.isDoneWhenIssued(piece)) {
                scheduler.completed(piece, now());
            }
        } finally {
            lock.unlock();
        }
        if (bytes > 0 && stream.isAwaited()) {
            (stream instanceof WriteBehind ? writes : reads).await(piece);
        }
        return bytes;
    }

    private void reaped(Piece piece) {
        if (piece != null) {
            lock.lock();
            try {
                scheduler.completed(piece, now());
            } finally {
                lock.unlock();
            }
        }
        pump();
    }

    private long nanosToNext() {
        lock.lock();
        try {
            return nextDueNanos == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, nextDueNanos - now());
        } finally {
            lock.unlock();
        }
    }

    private long now() {
        return host.ticker().nanos();
    }
}
