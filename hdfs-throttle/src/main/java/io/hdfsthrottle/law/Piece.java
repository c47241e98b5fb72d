package io.hdfsthrottle.law;

/** A piece of I/O: what a disk is asked for at once on behalf of one stream. Immutable but for what the {@link Scheduler} notes on it. */
public class Piece {

    private final Flow flow;
    private final long offset;
    private final int length;

    /** Set by the scheduler when it dispatches the piece. */
    long dispatchedNanos;

    /** Whether the piece before it on this disk was another stream's, or lay elsewhere. */
    boolean isSwitch;

    /** What it was charged when it was dispatched. */
    double charged;

    /** Whether it is no longer counted as outstanding. */
    boolean done;

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

    /** How long its completion is waited for, in nanoseconds: a lost request must not stop a disk. */
    public long patienceNanos() {
        return Scheduler.LOST_NANOS;
    }

    /** Whose it is. */
    public final Flow flow() {
        return flow;
    }

    /** Where it begins in the stream's file, in bytes. */
    public final long offset() {
        return offset;
    }

    /** Its length in bytes. */
    public final int length() {
        return length;
    }

    /** The offset behind it. */
    public final long end() {
        return offset + length;
    }
}
