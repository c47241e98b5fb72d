package io.hdfsthrottle.pace;

import java.util.concurrent.locks.LockSupport;

/** A thread of the host that moves data, as the controller sees it. Immutable; made by the thread itself, once. */
public final class Transfer {

    private final Thread thread;
    private final long osThread;

    private Transfer(Thread thread, long osThread) {
        this.thread = thread;
        this.osThread = osThread;
    }

    /**
     * The calling thread.
     *
     * @param osThread its id in the kernel, 0 where that is not known
     */
    public static Transfer ofThisThread(long osThread) {
        return new Transfer(Thread.currentThread(), osThread);
    }

    /** Its id in the kernel; 0 where that is not known. */
    public long osThread() {
        return osThread;
    }

    /** Whether the thread still lives; one that ended is nobody's any more. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Wakes the thread if it rests; one that does not is not harmed, its next rest may be cut short. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** By the kernel's id, so that the few whom the controller looks at are the same in every run of a simulation. */
    @Override
    public int hashCode() {
        return osThread == 0 ? System.identityHashCode(this) : Long.hashCode(osThread);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
