package io.hdfsthrottle.coverage;

import io.hdfsthrottle.kernel.Connection;
import java.util.Optional;

/**
 * A transfer thread of the host and its state in the kernel layers: made once by the thread itself, and kept by it.
 *
 * <p>Its work changes under its lock, which the sweep takes too: so the sweep never removes a thread that is entering.
 * The lock is held for at most one write to a control file.
 */
public final class TransferThread {

    private final Thread thread;
    private final long osThread;
    private final Connection connection;
    private Work work;
    private String operation;

    private TransferThread(Thread thread, long osThread, Connection connection) {
        this.thread = thread;
        this.osThread = osThread;
        this.connection = connection;
    }

    /** The calling thread. */
    public static TransferThread ofThisThread(long osThread) {
        return new TransferThread(Thread.currentThread(), osThread, null);
    }

    /** The same thread, serving that connection as long as it lives. */
    public TransferThread over(Connection served) {
        return new TransferThread(thread, osThread, served);
    }

    /** The connection that it serves, if it is known. */
    public Optional<Connection> connection() {
        return Optional.ofNullable(connection);
    }

    /** Its id in the kernel; 0 where that is not known. */
    public long osThread() {
        return osThread;
    }

    /** Whether it lives; the kernel may have reused the id of an ended thread. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Its current work, null for none. Called under the lock. */
    Work work() {
        return work;
    }

    /** Sets its work, null for none. Called under the lock; for work other than null by the thread itself. */
    void worksOn(Work newWork) {
        work = newWork;
        operation = newWork == null ? null : thread.getName();
    }

    /**
     * Continues the same work under its current name: Hadoop names a thread anew for each operation, and for waiting
     * too.
     */
    void staysAt() {
        operation = thread.getName();
    }

    /** Whether its last operation is over, or it ended: its name is no longer the same (by reference). */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a new name is a new String
    boolean isDone() {
        return work != null && (!thread.isAlive() || thread.getName() != operation);
    }
}
