package io.hdfsthrottle.coverage;

import io.hdfsthrottle.kernel.Connection;
import java.util.Optional;

/**
 * A transfer thread of the host as the layers see it: made by the thread itself, once, and kept by it.
 *
 * <p>What it works on changes under its lock, which the sweep takes too: so a thread is never sent home by the one while it
 * enters by the other. Nobody waits in it but for one write to a control file.
 */
public final class TransferThread {

    private final Thread thread;
    private final long osThread;
    private final Connection connection;
    private Work work;
    private String operation;
    private volatile KernelHold hold = KernelHold.NEVER;

    private TransferThread(Thread thread, long osThread, Connection connection) {
        this.thread = thread;
        this.osThread = osThread;
        this.connection = connection;
    }

    /**
     * The calling thread.
     *
     * @param osThread its id in the kernel, 0 where that is not known
     */
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

    /** Whether it lives; an ended thread's id in the kernel may be another's by now. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Whether the kernel holds back what this thread reads now, so that pacing need only count it. One volatile read or two. */
    public boolean isHeldByKernel() {
        return hold.holds();
    }

    /** Who holds it back from now on; {@link KernelHold#NEVER} for nobody but pacing. Called by layers, under the lock. */
    public void heldBy(KernelHold newHold) {
        hold = newHold;
    }

    /** What it works on, null for nothing. Called under the lock. */
    Work work() {
        return work;
    }

    /** It works on this from now on, null for nothing. Called under the lock, for something by the thread itself. */
    void worksOn(Work newWork) {
        work = newWork;
        operation = newWork == null ? null : thread.getName();
    }

    /** Still at the operation that it said last; another goes on under a new name, and Hadoop gives one to waiting too. */
    void staysAt() {
        operation = thread.getName();
    }

    /** Whether it no longer does what it said last, or ended: its name is not the one any more (by reference). */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a new name is a new String
    boolean isDone() {
        return work != null && (!thread.isAlive() || thread.getName() != operation);
    }
}
