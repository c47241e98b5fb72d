package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Optional;

/**
 * Reads and sets the disk I/O priorities of this process's threads: {@code ioprio_get(2)} and {@code ioprio_set(2)}.
 * Thread-safe; never throws.
 */
public interface IoPriorities {

    /** The kernel's own, through native calls; the JVM reports the machine's architecture. */
    static IoPriorities ofKernel(NativeCalls calls) {
        return new KernelIoPriorities(calls, System.getProperty("os.arch"));
    }

    /** Whether they can be read and set here. */
    Outcome usable();

    /** The thread's priority; empty where the kernel does not report it, or the thread has ended. */
    Optional<IoPriority> of(long osThread);

    /** Sets the thread's priority: about a microsecond. */
    Outcome set(long osThread, IoPriority priority);
}
