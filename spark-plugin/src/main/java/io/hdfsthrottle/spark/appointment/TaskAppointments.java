package io.hdfsthrottle.spark.appointment;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.TaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor's side of appointments: blocks tasks of a scanning stage, once they have opened a file, until the driver
 * says to proceed. Never longer than the longest wait, never a task of a barrier stage, one that holds a lock, or one
 * that is being killed. Thread-safe.
 */
public final class TaskAppointments implements AutoCloseable {

    /** The interval at which the driver is asked for a stage. */
    private static final Duration AGAIN = Duration.ofMillis(250);

    /** The interval at which a waiting task checks whether it is to end. */
    private static final Duration LOOK = Duration.ofMillis(500);

    /** The most stages that are remembered; then all are forgotten, and asked for again. */
    private static final int MOST_KNOWN = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(TaskAppointments.class);
    private static volatile TaskAppointments installed;

    private final Driver driver;
    private final Duration longest;
    private final Ticker ticker;
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final ScheduledExecutorService thread;

    /** Queries the driver of this application. */
    @FunctionalInterface
    public interface Driver {
        /** The driver's answer; may block. */
        Object ask(Object question) throws Exception;
    }

    /** The length of a file. */
    @FunctionalInterface
    public interface Length {
        /** In bytes. */
        long bytes() throws IOException;
    }

    /** The gate at which tasks of one attempt wait; once open, it stays open. */
    private static final class Gate {
        private final CountDownLatch open = new CountDownLatch(1);
        private final long untilNanos;

        Gate(long untilNanos) {
            this.untilNanos = untilNanos;
        }
    }

    TaskAppointments(Driver driver, Duration longest, Ticker ticker) {
        this.driver = driver;
        this.longest = longest;
        this.ticker = ticker;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-task-appointments");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Makes tasks of this process wait for their stage's appointment, so long at most. */
    public static TaskAppointments installed(Driver driver, Duration longest, Ticker ticker) {
        TaskAppointments appointments = new TaskAppointments(driver, longest, ticker);
        installed = appointments;
        return appointments;
    }

    /**
     * The calling thread has opened a file of that length and has read nothing of it. Blocks if its task has to wait;
     * never throws.
     */
    public static void opened(Length length) {
        TaskAppointments appointments = installed;
        TaskContext task = appointments == null ? null : TaskContext.get();
        if (task != null) {
            try {
                appointments.await(task, length.bytes());
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt(); // the task continues to read, and sees the interrupt
            } catch (Throwable trouble) { // Whatever it is, the task reads.
                LOG.debug("hdfs-throttle: a task begins without its appointment", trouble);
            }
        }
    }

    private void await(TaskContext task, long length) throws InterruptedException {
        Scan scan = Scan.of(task.stageId(), task.stageAttemptNumber(), task.numPartitions(), length);
        Gate known = gates.get(scan.attempt());
        if (known == null ? !scan.isHeavy() : known.open.getCount() == 0) {
            return;
        }
        if (task instanceof BarrierTaskContext || Locks.areHeld()) {
            return;
        }
        Gate gate = known == null ? gate(scan) : known;
        long left = gate.untilNanos - ticker.nanos();
        while (left > 0 && !task.isInterrupted()) {
            if (gate.open.await(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS)) {
                return;
            }
            left = gate.untilNanos - ticker.nanos();
        }
    }

    private Gate gate(Scan scan) {
        if (gates.size() >= MOST_KNOWN) {
            gates.clear();
        }
        return gates.computeIfAbsent(scan.attempt(), first -> {
            Gate gate = new Gate(ticker.nanos() + longest.toNanos());
            later(scan, gate, Duration.ZERO);
            return gate;
        });
    }

    private void later(Scan scan, Gate gate, Duration after) {
        try {
            var unused = thread.schedule(() -> ask(scan, gate), after.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            gate.open.countDown();
        }
    }

    private void ask(Scan scan, Gate gate) {
        boolean waits = false;
        try {
            waits = DriverAppointments.WAIT.equals(driver.ask(scan.question())) && ticker.nanos() - gate.untilNanos < 0;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, the tasks go on.
            if (told.compareAndSet(false, true)) {
                LOG.info("hdfs-throttle: tasks begin without appointments: {}", trouble.toString());
            }
        }
        if (waits) {
            later(scan, gate, AGAIN);
        } else {
            gate.open.countDown();
        }
    }

    @Override
    public void close() {
        if (installed == this) {
            installed = null;
        }
        gates.values().forEach(gate -> gate.open.countDown());
        thread.shutdownNow();
    }
}
