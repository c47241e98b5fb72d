package io.hdfsthrottle.law;

/**
 * A stream of I/O in the scheduler: a leaf of the share tree that wants pieces. Implemented by whatever reads or
 * writes; every call comes from the owner of the {@link Scheduler}, one at a time.
 */
public abstract class Flow {

    final ShareNode leaf;

    /**
     * Whether a piece that it reads is no longer waited for, and none has come since: the disk may not be able to read
     * it.
     */
    boolean isStalled;

    /** A stream of that application; wants nothing yet. */
    protected Flow(Branch application) {
        this.leaf = new ShareNode(application.node);
        this.leaf.flow = this;
    }

    /** Whether it reads: a disk's cache answers writes, so that they tell nothing of its latency. */
    protected boolean reads() {
        return true;
    }

    /** Whether it reads little at a place, so that the disk may serve it in any order with others of that kind. */
    protected boolean isShort() {
        return false;
    }

    /** Whether it wants a piece now. It may stop wanting at any time without notice. */
    protected abstract boolean wantsMore();

    /** Whether a piece of it may be dispatched now. */
    final boolean mayBeServed() {
        return !isStalled && wantsMore();
    }

    /**
     * Takes its next piece, which reduces what it wants. Called only while {@link #wantsMore}.
     *
     * @param most the size of a piece in bytes; the answer may be shorter, never longer
     */
    protected abstract Piece next(int most);
}
