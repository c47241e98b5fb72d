package io.hdfsthrottle.law;

import io.hdfsthrottle.tuning.Completion;
import java.util.Optional;

/**
 * A piece of I/O: what a disk is asked for at once on behalf of one stream. Its owner may use it again for another one of the stream, once it
 * {@link #isFree}: on the way of every packet nothing is allocated. Used under the lock of the {@link Scheduler}'s owner, which notes on it.
 */
public class Piece implements Completion {

    private final Flow flow;
    private final Optional<Piece> itself = Optional.of(this);
    private long offset;
    private int length;

    /** Set by the scheduler when it dispatches the piece. */
    long dispatchedNanos;

    /** Whether the piece before it on this disk was another stream's, or lay elsewhere. */
    boolean isSwitch;

    /** How many others were outstanding when it was dispatched. */
    int ahead;

    /** The part of its charge that is for a change of place; below 0 if it is given back some. */
    double switchCharge;

    /** What it was charged when it was dispatched. */
    double charged;

    /** Whether it is no longer counted as outstanding. */
    boolean done;

    /** Whether the scheduler still knows it. */
    boolean listed;

    /** Whether somebody asks the disk for it, or waits for the disk. */
    private boolean used;

    /**
     * A piece.
     *
     * @param offset in the stream's file, bytes
     * @param length bytes, above 0
     */
    public Piece(Flow flow, long offset, int length) {
        this.flow = flow;
        this.offset = offset;
        this.length = length;
    }

    /** From now on another piece of the same stream; called only while {@link #isFree}. */
    public final void become(long newOffset, int newLength) {
        offset = newOffset;
        length = newLength;
        charged = 0;
        done = false;
    }

    /** Whether nobody uses it any more: the disk has done it, and its caller knows. */
    public final boolean isFree() {
        return done && !listed && !used;
    }

    /** Somebody begins to ask the disk for it, or has seen what came of that. */
    public final void used(boolean now) {
        used = now;
    }

    /** This piece as what was found. */
    final Optional<Piece> found() {
        return itself;
    }

    /** How long its completion is waited for, in nanoseconds: a lost request must not stop a disk. */
    public long patienceNanos() {
        return Scheduler.LOST_NANOS;
    }

    /** Whose it is. */
    public final Flow flow() {
        return flow;
    }

    @Override
    public final Object stream() {
        return flow;
    }

    @Override
    public final long dispatchedNanos() {
        return dispatchedNanos;
    }

    @Override
    public final int ahead() {
        return ahead;
    }

    @Override
    public final boolean isSwitch() {
        return isSwitch;
    }

    @Override
    public final long offset() {
        return offset;
    }

    @Override
    public final int length() {
        return length;
    }

    @Override
    public final long end() {
        return offset + length;
    }
}
