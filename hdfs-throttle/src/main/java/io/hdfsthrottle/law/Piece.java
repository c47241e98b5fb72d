package io.hdfsthrottle.law;

import java.util.Optional;

/**
 * A piece of I/O: one request to a disk on behalf of one stream. Its owner may reuse it for another piece of the
 * stream, once it {@link #isFree}, so that no packet allocates. Used under the lock of the {@link Scheduler}'s owner,
 * which keeps state in it.
 */
public class Piece {

    private final Flow flow;
    private final Optional<Piece> itself = Optional.of(this);
    private long offset;
    private int length;

    /** Set by the scheduler when it dispatches the piece. */
    long dispatchedNanos;

    /** Whether nothing else was asked of the disk, so that its duration measures the disk's latency. */
    boolean isAlone;

    /** Whether the piece before it on the disk ended where it begins. */
    boolean follows;

    /** The part of its charge that is for a seek; below 0 if some is refunded. */
    double seekCharge;

    /** Its charge when it was dispatched. */
    double charged;

    /** Whether it is no longer counted as outstanding. */
    boolean done;

    /** Whether the scheduler still knows it. */
    boolean listed;

    /** Whether a thread requests it from the disk, or waits for the disk. */
    private boolean used;

    /**
     * @param offset in the stream's file, bytes
     * @param length bytes, above 0
     */
    public Piece(Flow flow, long offset, int length) {
        this.flow = flow;
        this.offset = offset;
        this.length = length;
    }

    /** Becomes another piece of the same stream; called only while {@link #isFree}. */
    public final void become(long newOffset, int newLength) {
        offset = newOffset;
        length = newLength;
        charged = 0;
        done = false;
    }

    /** Whether it is no longer in use: the disk has done it, and its caller knows. */
    public final boolean isFree() {
        return done && !listed && !used;
    }

    /** Notes that a thread begins to request it from the disk, or has seen the result. */
    public final void used(boolean now) {
        used = now;
    }

    /** Whether its completion will be noted, however late. */
    final boolean isAwaited() {
        return used;
    }

    /** This piece as a search result. */
    final Optional<Piece> found() {
        return itself;
    }

    /**
     * How long its completion is waited for, in nanoseconds: a lost request must not stop a disk. Asked under the lock.
     *
     * @param waited how long that has been
     */
    public long patienceNanos(long waited) {
        return Scheduler.LOST_NANOS;
    }

    /** How many bytes of the window it occupies: more than its length, if its stream has no other piece meanwhile. */
    protected int room() {
        return length;
    }

    /** Its stream. */
    public final Flow flow() {
        return flow;
    }

    /** The first byte, in the stream's file. */
    public final long offset() {
        return offset;
    }

    /** Bytes. */
    public final int length() {
        return length;
    }

    /** The first byte after it. */
    public final long end() {
        return offset + length;
    }
}
