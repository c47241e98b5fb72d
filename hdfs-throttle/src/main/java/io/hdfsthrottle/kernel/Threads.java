package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The threads of this process as {@code /proc} shows them (proc(5)). Thread-safe. */
public final class Threads {

    /** The id of a thread that the kernel does not report. */
    public static final long UNKNOWN = 0;

    private final Path proc;

    /**
     * Threads below a root.
     *
     * @param proc where the kernel shows its processes, {@code /proc}
     */
    public Threads(Path proc) {
        this.proc = proc;
    }

    /** The calling thread's id in the kernel, or {@link #UNKNOWN}. Costs some microseconds: call it once per thread. */
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
     * The state of that thread of this process. Opens a file, for some microseconds; where that fails, the thread
     * counts as not waiting.
     *
     * @param thread its id in the kernel
     */
    public ThreadState state(long thread) {
        return new ThreadState(proc.resolve("self/task/" + thread + "/stat"));
    }
}
