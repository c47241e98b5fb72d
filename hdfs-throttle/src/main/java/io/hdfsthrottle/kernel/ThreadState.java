package io.hdfsthrottle.kernel;

import java.nio.file.Path;

/**
 * The state of one thread, as {@code /proc/self/task/<thread>/stat} shows it (proc(5)), whose file stays open: opening
 * it costs several times a poll. Not thread-safe, but it may be closed by any thread.
 */
public final class ThreadState implements AutoCloseable {

    /** Process id, a name of at most 64 bytes, and the state are before this. */
    private static final int LONGEST = 128;

    private final ProcText stat;

    ThreadState(Path stat) {
        this.stat = ProcText.of(stat, LONGEST);
    }

    /**
     * Whether the thread is in uninterruptible sleep (state D) now: nearly always, it waits for a disk. A thread that
     * has ended does not wait. Costs a few microseconds; allocates nothing.
     */
    public boolean waitsForDisk() {
        return state() == 'D';
    }

    /**
     * Whether the thread is in interruptible sleep (state S) now: it waits for a socket, a lock or the time, and not for
     * a disk. The same cost.
     */
    public boolean sleeps() {
        return state() == 'S';
    }

    /** The letter; 0 where the kernel shows none. */
    private byte state() {
        int length = stat.peek();
        byte[] text = stat.text();
        // "1234 (name) D ...": the name may hold anything, so the state is what follows the last parenthesis.
        int end = length - 1;
        while (end >= 0 && text[end] != ')') {
            end--;
        }
        return end >= 0 && end + 2 < length ? text[end + 2] : 0;
    }

    @Override
    public void close() {
        stat.close();
    }
}
