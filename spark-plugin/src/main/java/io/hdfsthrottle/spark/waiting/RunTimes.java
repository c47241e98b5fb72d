package io.hdfsthrottle.spark.waiting;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the run time in the metrics of running tasks up to date, so that heartbeats report it.
 *
 * <p>Spark's executor sets it only when a task ends, and its scheduler takes the processing rate of a task without a
 * run time for 0 ({@code TaskSchedulerImpl} of 3.5.9 and 4.2.0): speculation then takes every long task for one
 * that makes no progress. At the end of a task Spark sets its own figure, so results and event logs do not change.
 * Thread-safe.
 */
public final class RunTimes implements AutoCloseable {

    /** At least once between two heartbeats, which are 10 s apart by default. */
    static final Duration EVERY = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RunTimes.class);

    private final Ticker ticker;
    private final Map<Long, Running> running = new HashMap<>();
    private final ScheduledExecutorService thread;

    private static final class Running {
        private final TaskMetrics metrics;
        private final long sinceNanos;

        Running(TaskMetrics metrics, long sinceNanos) {
            this.metrics = metrics;
            this.sinceNanos = sinceNanos;
        }
    }

    RunTimes(Ticker ticker) {
        this.ticker = ticker;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-run-times");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts in an executor of an application; empty if the application does not speculate. */
    public static Optional<RunTimes> begun(SparkConf conf, Ticker ticker) {
        if (!PatientSpeculation.speculates(conf)) {
            return Optional.empty();
        }
        RunTimes times = new RunTimes(ticker);
        Future<?> unused = times.thread.scheduleWithFixedDelay(
                times::update, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return Optional.of(times);
    }

    /** The calling thread begins a task; does nothing outside of one. */
    public void taskStarted() {
        TaskContext task = TaskContext.get();
        if (task == null) {
            return;
        }
        synchronized (this) {
            running.put(task.taskAttemptId(), new Running(task.taskMetrics(), ticker.nanos()));
        }
        TaskContext unused = task.addTaskCompletionListener(new TaskCompletionListener() {
            @Override
            public void onTaskCompletion(TaskContext ended) {
                ended(ended.taskAttemptId());
            }
        });
    }

    /** From here on the run time is Spark's to set. */
    private synchronized void ended(long attempt) {
        running.remove(attempt);
    }

    /** Sets the run time of all running tasks; never throws. */
    synchronized void update() {
        try {
            long now = ticker.nanos();
            running.values()
                    .forEach(task ->
                            task.metrics.setExecutorRunTime(TimeUnit.NANOSECONDS.toMillis(now - task.sinceNanos)));
        } catch (Throwable trouble) { // Speculation then copies tasks as it does without this class.
            LOG.debug("hdfs-throttle: does not report for how long tasks have run", trouble);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
