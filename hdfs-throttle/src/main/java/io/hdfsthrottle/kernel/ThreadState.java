package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The state of one thread, as {@code /proc/self/task/<thread>/stat} shows it (proc(5)), whose file stays open: opening it costs several
 * times a look. Not thread-safe, but it may be closed by any thread.
 */
public final class ThreadState implements AutoCloseable {

    /** Process id, a name of at most 64 bytes, and the state are before this. */
    private static final int LONGEST = 128;

    private final RandomAccessFile file;
    private final byte[] stat = new byte[LONGEST];

    /** The state in that file; null where there is none. */
    ThreadState(RandomAccessFile file) {
        this.file = file;
    }

    /**
     * Whether the thread is in uninterruptible sleep (state D) now: nearly always, it waits for a disk. One that has ended waits for
     * nothing. Costs a few microseconds; allocates nothing.
     */
    public boolean waitsForDisk() {
        if (file == null) {
            return false;
        }
        try {
            file.seek(0);
            int length = file.read(stat);
            // "1234 (name) D ...": the name may hold anything, so the state is what follows the last parenthesis.
            int end = length - 1;
            while (end >= 0 && stat[end] != ')') {
                end--;
            }
            return end >= 0 && end + 2 < length && stat[end + 2] == 'D';
        } catch (IOException ended) {
            return false;
        }
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException gone) {
                // It was only read; nothing is lost.
                return;
            }
        }
    }
}
