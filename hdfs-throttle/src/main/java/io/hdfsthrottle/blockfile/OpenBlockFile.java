package io.hdfsthrottle.blockfile;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Base class of {@link BlockFile}s: it counts the calls that are under way, and the last one gives the descriptor back
 * if the file was closed meanwhile. Allocates nothing, holds no lock.
 */
public abstract class OpenBlockFile implements BlockFile {

    private static final int CLOSED = 1;
    private static final int CALL = 2;

    /** Calls under way, times {@link #CALL}, and whether it is {@link #CLOSED}. */
    private final AtomicInteger state = new AtomicInteger();

    /** An open file. */
    protected OpenBlockFile() {}

    /** Whether the calling thread's call may go on; then it has to {@link #leave}. */
    private boolean enter() {
        while (true) {
            int seen = state.get();
            if ((seen & CLOSED) != 0) {
                return false;
            }
            if (state.compareAndSet(seen, seen + CALL)) {
                return true;
            }
        }
    }

    private void leave() {
        if (state.addAndGet(-CALL) == CLOSED) {
            giveBack();
        }
    }

    @Override
    public final long size() {
        if (!enter()) {
            return UNKNOWN;
        }
        try {
            return sizeNow();
        } finally {
            leave();
        }
    }

    @Override
    public final boolean readAhead(long offset, long length) {
        if (!isRange(offset, length) || !enter()) {
            return false;
        }
        try {
            return willNeed(offset, length);
        } finally {
            leave();
        }
    }

    @Override
    public final boolean awaitRead(long offset) {
        if (offset < 0 || !enter()) {
            return false;
        }
        try {
            return readByte(offset);
        } finally {
            leave();
        }
    }

    @Override
    public final boolean startWriteBack(long offset, long length) {
        try {
            return writeBack(offset, length, false);
        } catch (IOException unexpected) {
            return false; // it is told by the wait
        }
    }

    @Override
    public final boolean awaitWriteBack(long offset, long length) throws IOException {
        return writeBack(offset, length, true);
    }

    private boolean writeBack(long offset, long length, boolean awaited) throws IOException {
        if (!isRange(offset, length) || !enter()) {
            return false;
        }
        try {
            return syncRange(offset, length, awaited);
        } finally {
            leave();
        }
    }

    @Override
    public final long cached(long offset, long length) {
        if (!isRange(offset, length) || !enter()) {
            return UNKNOWN;
        }
        try {
            return cachedNow(offset, length);
        } finally {
            leave();
        }
    }

    private static boolean isRange(long offset, long length) {
        return offset >= 0 && length > 0 && offset <= Long.MAX_VALUE - length;
    }

    @Override
    public final void close() {
        while (true) {
            int seen = state.get();
            if ((seen & CLOSED) != 0) {
                return;
            }
            if (state.compareAndSet(seen, seen | CLOSED)) {
                if (seen == 0) {
                    giveBack();
                }
                return;
            }
        }
    }

    /** Bytes that the file has, or {@link #UNKNOWN}. */
    protected abstract long sizeNow();

    /** {@code posix_fadvise(2)} with WILLNEED: whether the kernel took it. */
    protected abstract boolean willNeed(long offset, long length);

    /** Reads that byte: whether there is one. */
    protected abstract boolean readByte(long offset);

    /**
     * {@code sync_file_range(2)}: whether the kernel took it. What was begun is only waited for: a call that also writes
     * would make the rest synchronous, for which a disk's scheduler may let others wait.
     *
     * @throws IOException if it was awaited, and the disk could not write
     */
    protected abstract boolean syncRange(long offset, long length, boolean awaited) throws IOException;

    /** Bytes of the range that the page cache holds, or {@link #UNKNOWN}. */
    protected long cachedNow(long offset, long length) {
        return UNKNOWN;
    }

    /** Gives the descriptor back. Called once, when no call is under way and none will be. */
    protected abstract void giveBack();
}
