package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Optional;

/** The priorities of this process's threads at its disks: {@code ioprio_get(2)} and {@code ioprio_set(2)}. Thread-safe; never throws. */
public interface IoPriorities {

    /** The kernel's own, through native calls; for what this machine's architecture is, the JVM is asked. */
    static IoPriorities ofKernel(NativeCalls calls) {
        return new KernelIoPriorities(calls, System.getProperty("os.arch"));
    }

    /** Whether they can be asked for and set here. */
    Outcome usable();

    /** The thread's priority; nothing where the kernel does not say, or the thread has ended. */
    Optional<IoPriority> of(long osThread);

    /** Sets the thread's priority: about a microsecond. */
    Outcome set(long osThread, IoPriority priority);
}
