package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** The threads of this process as {@code /proc} shows them (proc(5)). Thread-safe. */
public final class Threads {

    /** A thread that has no id because the kernel does not tell. */
    public static final long UNKNOWN = 0;

    private static final int LONGEST_STAT = 512;

    private final Path proc;

    /**
     * Threads below a root.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     */
    public Threads(Path proc) {
        this.proc = proc;
    }

    /** The calling thread's id in the kernel, or {@link #UNKNOWN}. Costs some microseconds: ask once a thread. */
    public long current() {
        try {
            return Long.parseLong(Files.readSymbolicLink(proc.resolve("thread-self"))
                    .getFileName()
                    .toString());
        } catch (IOException | NumberFormatException | UnsupportedOperationException notTold) {
            return UNKNOWN;
        }
    }

    /**
     * Whether that thread of this process is in uninterruptible sleep (state D): nearly always, it waits for a disk. Costs some
     * microseconds.
     */
    public boolean waitsForDisk(long thread) {
        if (thread == UNKNOWN) {
            return false;
        }
        byte[] stat = new byte[LONGEST_STAT];
        try (RandomAccessFile file = new RandomAccessFile(
                proc.resolve("self/task/" + thread + "/stat").toFile(), "r")) {
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
}
