package io.hdfsthrottle.agent;

import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.TaskIo;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What reads are charged on this node: as set, where the kernel tells what each thread had read for it. Where it does not,
 * that is said once, and reads are charged as transferred. Thread-safe.
 */
final class Charging implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Charging.class);

    private final Charge charge;
    private final double cachedPart;
    private final TaskIo taskIo;
    private final Ticker ticker;

    private Charging(Charge charge, double cachedPart, TaskIo taskIo, Ticker ticker) {
        this.charge = charge;
        this.cachedPart = cachedPart;
        this.taskIo = taskIo;
        this.ticker = ticker;
    }

    static Charging of(AgentSettings settings, Host host, Path proc, ProcessLimits limits, Ticker ticker) {
        TaskIo taskIo = new TaskIo(proc, limits);
        Charge charge = settings.charge();
        if (charge == Charge.DEVICE) {
            String obstacle = obstacle(host, taskIo, new Threads(proc).current());
            if (!obstacle.isEmpty()) {
                LOG.warn("Reads are charged as transferred and not what they cost the disk: {}", obstacle);
                charge = Charge.TRANSFERRED;
            }
        }
        return new Charging(charge, settings.cachedPart(), taskIo, ticker);
    }

    private static String obstacle(Host host, TaskIo taskIo, long osThread) {
        if (host.readsAhead()) {
            return "the DataNode reads ahead on other threads; set dfs.datanode.readahead.bytes to 0";
        }
        boolean told = taskIo.ofThisThread(osThread).bytes() != TaskIo.UNKNOWN;
        return told ? "" : "the kernel does not show /proc/self/task/<thread>/io to this process";
    }

    /** What is charged: {@link Charge#DEVICE} or {@link Charge#TRANSFERRED}. */
    Charge charge() {
        return charge;
    }

    /** What the calling thread's reads are charged. */
    ReadCharge ofThread(long osThread) {
        return charge == Charge.DEVICE
                ? ReadCharge.ofDevice(taskIo.ofThisThread(osThread)::bytes, cachedPart, ticker)
                : ReadCharge.transferred();
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
