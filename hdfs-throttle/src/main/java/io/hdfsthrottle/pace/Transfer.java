package io.hdfsthrottle.pace;

/**
 * A thread of the host that moves data, as pacing sees it. Made by the thread itself, once.
 *
 * <p>Written by its own thread, read by the controller.
 */
public final class Transfer {

    private final Thread thread;
    private final long osThread;
    private volatile long lastCallNanos;

    private Transfer(Thread thread, long osThread) {
        this.thread = thread;
        this.osThread = osThread;
    }

    /**
     * The calling thread.
     *
     * @param osThread its id in the kernel, 0 if not known
     */
    public static Transfer ofThisThread(long osThread) {
        return new Transfer(Thread.currentThread(), osThread);
    }

    /** Its id in the kernel; 0 if not known. */
    public long osThread() {
        return osThread;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    void called(long nanos) {
        lastCallNanos = nanos;
    }

    long lastCallNanos() {
        return lastCallNanos;
    }
}
