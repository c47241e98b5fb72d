package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a task on its own daemon thread, about once a second, as long as its result is requested; less and less often
 * while it fails. The thread starts at the first request.
 */
final class OnDemandPoller implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OnDemandPoller.class);

    static final Duration MOST_OFTEN = Duration.ofSeconds(1);
    private static final Duration MOST_SELDOM = Duration.ofSeconds(30);

    /** A reader looks up blocks rarely, and the data must be fresh then: reading a large block may take this long. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Spreads repetitions that started at the same time. */
    private static final double JITTER = 0.1;

    private final String what;
    private final Work work;
    private final Ticker ticker;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean resting = new AtomicBoolean(true);
    private volatile long wantedNanos;
    private int failures;

    /** The repeated task. */
    @FunctionalInterface
    interface Work {
        /** Runs it; returns the delay until the next run. */
        Duration once() throws Exception;
    }

    /**
     * Does not start yet.
     *
     * @param what the work in words for the log, as in "could not ..."
     */
    OnDemandPoller(String thread, String what, Work work, Ticker ticker) {
        this.what = what;
        this.work = work;
        this.ticker = ticker;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, thread);
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Requests the result. Does not block. */
    void request() {
        wantedNanos = ticker.nanos();
        if (resting.get() && resting.compareAndSet(true, false)) {
            later(Duration.ZERO);
        }
    }

    /** Whether it is idle until the next request. */
    boolean isIdle() {
        return resting.get();
    }

    private void later(Duration after) {
        try {
            long millis = (long) (after.toMillis()
                    * (1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1)));
            var unused = thread.schedule(this::run, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ended) {
            LOG.debug("hdfs-throttle: stopped, nothing is left to {} for", what);
        }
    }

    private void run() {
        if (ticker.nanos() - wantedNanos > LINGER_NANOS) {
            resting.set(true);
            boolean wantedMeanwhile = ticker.nanos() - wantedNanos <= LINGER_NANOS;
            if (!wantedMeanwhile || !resting.compareAndSet(true, false)) {
                return; // the next caller of wanted() starts it again
            }
        }
        later(done());
    }

    private Duration done() {
        try {
            Duration again = work.once();
            if (failures > 0) {
                LOG.info("hdfs-throttle: can {} again", what);
            }
            failures = 0;
            return again.compareTo(MOST_OFTEN) < 0 ? MOST_OFTEN : again;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, no read depends on it.
            if (failures == 0) {
                LOG.info(
                        "hdfs-throttle: could not {}, HDFS chooses replicas itself meanwhile: {}",
                        what,
                        trouble.toString());
            }
            failures = Math.min(failures + 1, Integer.SIZE);
        }
        Duration pause = MOST_OFTEN.multipliedBy(1L << Math.min(failures, 5));
        return pause.compareTo(MOST_SELDOM) > 0 ? MOST_SELDOM : pause;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
