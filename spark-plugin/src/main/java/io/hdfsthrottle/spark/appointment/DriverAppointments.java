package io.hdfsthrottle.spark.appointment;

import io.hdfsthrottle.link.AppointmentAnswer;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of appointments: makes one for each stage attempt that an executor asks for, and answers executors
 * at once, from memory, whether it has begun. On any failure, and after the longest wait, the answer is to proceed.
 * Thread-safe.
 */
public final class DriverAppointments implements AutoCloseable {

    /** The answer that means to proceed. */
    static final String GO = "go";

    /** The answer that means to ask again soon. */
    static final String WAIT = "wait";

    /** The most stages that wait at a time; others proceed at once. */
    private static final int MOST_WAITING = 8;

    /** The most attempts that are remembered. */
    private static final int MOST_KNOWN = 1_000;

    /** The deadline of an appointment; a stage continues without it afterwards: it may take long. */
    private static final Duration DEADLINE = Duration.ofHours(24);

    private static final Duration LONGEST_QUESTION = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(DriverAppointments.class);

    private final Coordinator coordinator;
    private final Duration longest;
    private final Ticker ticker;
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final ThreadPoolExecutor threads;

    /** Makes, awaits and ends appointments of the application. */
    public interface Coordinator {
        /** See {@link io.hdfsthrottle.link.CoordinatorLink#makeAppointment}. Empty if the application is not registered. */
        Optional<AppointmentAnswer> make(long bytes, Duration deadline, Duration patience)
                throws LinkException, InterruptedException;

        /** See {@link io.hdfsthrottle.link.CoordinatorLink#hasBegun}. */
        Optional<Boolean> hasBegun(AppointmentAnswer appointment, Duration patience)
                throws LinkException, InterruptedException;

        /** See {@link io.hdfsthrottle.link.CoordinatorLink#endAppointment}. */
        void end(AppointmentAnswer appointment) throws LinkException, InterruptedException;
    }

    private static final class Attempt {
        private final long untilNanos;
        private volatile boolean goes;
        private volatile boolean ended;
        private volatile AppointmentAnswer appointment;

        Attempt(long untilNanos) {
            this.untilNanos = untilNanos;
        }
    }

    /**
     * Sends no request until an executor asks.
     *
     * @param longest the longest wait of tasks
     */
    public DriverAppointments(Coordinator coordinator, Duration longest, Ticker ticker) {
        this.coordinator = coordinator;
        this.longest = longest;
        this.ticker = ticker;
        this.threads = new ThreadPoolExecutor(0, MOST_WAITING, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-appointments");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Ends appointments when their stages end. */
    public void listenTo(SparkContext spark) {
        spark.addSparkListener(new SparkListener() {
            @Override
            public void onStageCompleted(SparkListenerStageCompleted completed) {
                ended(Scan.attempt(
                        completed.stageInfo().stageId(), completed.stageInfo().attemptNumber()));
            }
        });
    }

    /** Whether that is a question for this class. */
    public static boolean isQuestion(Object message) {
        return message instanceof String && ((String) message).startsWith(Scan.QUESTION);
    }

    /** The answer to an executor's question. Does not block. */
    public Object answer(Object message) {
        Optional<Scan> asked = Scan.parse((String) message);
        if (asked.isEmpty()
                || (attempts.size() >= MOST_KNOWN
                        && !attempts.containsKey(asked.get().attempt()))) {
            return GO;
        }
        Attempt attempt = attempts.computeIfAbsent(asked.get().attempt(), first -> began(asked.get()));
        return attempt.goes || ticker.nanos() - attempt.untilNanos >= 0 ? GO : WAIT;
    }

    private Attempt began(Scan scan) {
        Attempt attempt = new Attempt(ticker.nanos() + longest.toNanos());
        try {
            threads.execute(() -> arrange(scan, attempt));
        } catch (RejectedExecutionException tooMany) {
            attempt.goes = true;
        }
        return attempt;
    }

    private void arrange(Scan scan, Attempt attempt) {
        try {
            Optional<AppointmentAnswer> made = coordinator.make(scan.bytes(), DEADLINE, longest);
            if (made.isPresent()) {
                attempt.appointment = made.get();
                if (attempt.ended) { // the attempt ended before its appointment was made
                    coordinator.end(made.get());
                    return;
                }
                await(scan, made.get(), attempt);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, the stage goes on.
            if (told.compareAndSet(false, true)) {
                LOG.info("hdfs-throttle: stages begin without appointments: {}", trouble.toString());
            }
        } finally {
            attempt.goes = true;
        }
    }

    private void await(Scan scan, AppointmentAnswer made, Attempt attempt) throws LinkException, InterruptedException {
        long until = Math.min(attempt.untilNanos, ticker.nanos() + made.within().toNanos());
        if (!made.within().isZero()) {
            LOG.info(
                    "hdfs-throttle: stage {} waits at most {} s for its appointment to read about {} MB",
                    scan.attempt(),
                    made.within().toSeconds(),
                    scan.bytes() / 1_000_000);
        }
        long left = until - ticker.nanos();
        while (left > 0 && !attempt.ended) {
            Duration patience = Duration.ofSeconds(
                    Math.min(LONGEST_QUESTION.toSeconds(), Math.max(1, TimeUnit.NANOSECONDS.toSeconds(left))));
            if (coordinator.hasBegun(made, patience).orElse(true)) {
                return;
            }
            left = until - ticker.nanos();
        }
    }

    /** That attempt is over. Does not block. */
    void ended(String name) {
        Attempt attempt = attempts.remove(name);
        if (attempt == null) {
            return;
        }
        attempt.goes = true;
        attempt.ended = true;
        AppointmentAnswer appointment = attempt.appointment;
        if (appointment != null) {
            try {
                threads.execute(() -> end(appointment));
            } catch (RejectedExecutionException busy) {
                LOG.debug("hdfs-throttle: {} ends by itself", appointment);
            }
        }
    }

    private void end(AppointmentAnswer appointment) {
        try {
            coordinator.end(appointment);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // It expires by itself.
            LOG.debug("hdfs-throttle: {} was not ended: {}", appointment, trouble.toString());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
