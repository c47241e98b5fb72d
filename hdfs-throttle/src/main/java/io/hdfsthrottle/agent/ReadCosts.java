package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.TaskIo;
import io.hdfsthrottle.kernel.ThreadState;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.observation.Sending;
import io.hdfsthrottle.queue.DeviceReads;
import io.hdfsthrottle.setting.Charge;
import io.hdfsthrottle.socket.SendWatch;
import io.hdfsthrottle.socket.Sockets;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How reads are charged on this node: as configured, where the kernel reports the device reads of each thread. Where it
 * does not, that is logged once, and reads are charged as transferred. Thread-safe.
 */
final class ReadCosts implements DeviceReads, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadCosts.class);

    private final Charge charge;
    private final TaskIo taskIo;
    private final ThreadLocal<TaskIo.Reads> ofThread;
    private final ThreadLocal<Optional<BooleanSupplier>> sleepOfThread;
    private final ThreadLocal<Optional<BooleanSupplier>> diskWaitOfThread;
    private final ThreadLocal<Optional<Supplier<Optional<Sending>>>> sendingOfThread =
            ThreadLocal.withInitial(Optional::empty);
    private final SendWatch sends;

    private ReadCosts(Charge charge, TaskIo taskIo, Threads threads, SendWatch sends) {
        this.charge = charge;
        this.sends = sends;
        this.taskIo = taskIo;
        this.sleepOfThread = ThreadLocal.withInitial(() -> asking(threads, ThreadState::sleeps));
        this.diskWaitOfThread = ThreadLocal.withInitial(() -> asking(threads, ThreadState::waitsForDisk));
        this.ofThread = ThreadLocal.withInitial(() -> taskIo.ofThisThread(threads.current()));
    }

    static ReadCosts of(Charge wanted, Path proc, ProcessLimits limits, Threads threads, Ticker ticker) {
        TaskIo taskIo = new TaskIo(proc, limits);
        boolean told = taskIo.ofThisThread(threads.current()).bytes() != TaskIo.UNKNOWN;
        if (wanted == Charge.DEVICE && !told) {
            LOG.warn("Reads are charged as transferred and not what they cost the disk: "
                    + "the kernel does not show /proc/self/task/<thread>/io to this process");
        }
        return new ReadCosts(
                told ? wanted : Charge.TRANSFERRED,
                taskIo,
                threads,
                new SendWatch(Sockets.ofKernel(new NativeCalls()), ticker));
    }

    /** The charge in force: {@link Charge#DEVICE} or {@link Charge#TRANSFERRED}. */
    Charge charge() {
        return charge;
    }

    @Override
    public long ofThisThread() {
        return charge == Charge.DEVICE ? ofThread.get().bytes() : UNKNOWN;
    }

    @Override
    public Optional<BooleanSupplier> sleepOfThisThread() {
        return sleepOfThread.get();
    }

    @Override
    public Optional<BooleanSupplier> diskWaitOfThisThread() {
        return diskWaitOfThread.get();
    }

    @Override
    public Optional<Supplier<Optional<Sending>>> sendingOfThisThread() {
        return sendingOfThread.get();
    }

    /** The calling thread serves that connection as long as it lives. */
    void serves(Connection connection) {
        sendingOfThread.set(Optional.of(() -> sends.sending(connection)));
    }

    private static Optional<BooleanSupplier> asking(Threads threads, Predicate<ThreadState> what) {
        long thread = threads.current();
        return thread == Threads.UNKNOWN ? Optional.empty() : Optional.of(() -> is(threads, thread, what));
    }

    /** Asked seldom: no file stays open for it. */
    private static boolean is(Threads threads, long thread, Predicate<ThreadState> what) {
        try (ThreadState state = threads.state(thread)) {
            return what.test(state);
        }
    }

    /** Closes the files of threads that have ended. */
    void closeEnded() {
        taskIo.closeEnded();
    }

    @Override
    public void close() {
        taskIo.close();
    }
}
