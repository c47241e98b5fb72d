package io.hdfsthrottle.queue;

import io.hdfsthrottle.law.Piece;

/**
 * An operation of a tenant that is not scheduled: its bytes are counted as its thread moves them. It never waits, and
 * the scheduler never hears of it.
 */
final class Counted extends Stream {

    private final boolean isLong;
    private final boolean reads;

    /**
     * An operation of the calling thread.
     *
     * @param isLong whether it ends with its name; short reads go on under the names of others
     * @param reads whether it reads; else it writes
     */
    Counted(Account account, boolean isLong, boolean reads) {
        super(account);
        this.isLong = isLong;
        this.reads = reads;
    }

    @Override
    public void before(long position, int count) {
        // It waits for nothing.
    }

    @Override
    public void moved(long bytes) {
        account().pass(bytes);
        tenant().passed.add(bytes);
        if (reads && isLong) {
            time(bytes);
        }
    }

    @Override
    boolean look() {
        boolean isKnown = isDiskWaitKnown();
        if (isKnown) {
            tenant().looked(waitsForDisk());
        }
        return isKnown;
    }

    @Override
    boolean isScheduled() {
        return false;
    }

    /** Never called: it wants no piece. */
    @Override
    long issue(Piece piece) {
        return 0;
    }

    @Override
    boolean isOver() {
        return isLong ? super.isOver() : hasEnded();
    }
}
