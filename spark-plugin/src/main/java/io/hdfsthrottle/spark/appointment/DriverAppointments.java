package io.hdfsthrottle.spark.appointment;

import io.hdfsthrottle.client.Answer;
import io.hdfsthrottle.client.Appointment;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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

    private static final Logger LOG = LoggerFactory.getLogger(DriverAppointments.class);

    private final ThrottleClient client;
    private final Duration longest;
    private final Ticker ticker;
    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final ThreadPoolExecutor threads;
    private final ThreadPoolExecutor ending;

    private static final class Attempt {
        private final long untilNanos;
        private volatile boolean goes;
        private volatile boolean ended;
        private volatile Appointment appointment;

        Attempt(long untilNanos) {
            this.untilNanos = untilNanos;
        }
    }

    /** Sends no request until an executor asks; tasks wait so long at most. */
    public DriverAppointments(ThrottleClient client, Duration longest, Ticker ticker) {
        this.client = client;
        this.longest = longest;
        this.ticker = ticker;
        this.threads = threads(MOST_WAITING, new SynchronousQueue<>());
        this.ending = threads(1, new ArrayBlockingQueue<>(MOST_KNOWN));
    }

    private static ThreadPoolExecutor threads(int most, BlockingQueue<Runnable> queue) {
        return new ThreadPoolExecutor(0, most, 30, TimeUnit.SECONDS, queue, task -> {
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
            Appointment made = client.appointment(scan.bytes(), List.of(), DEADLINE, longest);
            attempt.appointment = made;
            if (attempt.ended) { // the attempt ended before its appointment was made
                made.close();
                return;
            }
            tell(scan, made.within());
            made.await();
        } catch (Throwable trouble) { // Whatever it is, the stage goes on.
            LOG.debug("hdfs-throttle: stage {} begins without its appointment", scan.attempt(), trouble);
        } finally {
            attempt.goes = true;
        }
    }

    private void tell(Scan scan, Answer<Duration> within) {
        if (within.value().isEmpty()) {
            if (told.compareAndSet(false, true)) {
                LOG.info("hdfs-throttle: stages begin without appointments: {}", within.reason());
            }
        } else if (!within.value().get().isZero()) {
            LOG.info(
                    "hdfs-throttle: stage {} waits at most {} s for its appointment to read about {} MB",
                    scan.attempt(),
                    within.value().get().toSeconds(),
                    scan.bytes() / 1_000_000);
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
        Appointment appointment = attempt.appointment;
        if (appointment != null) {
            try {
                ending.execute(appointment::close);
            } catch (RejectedExecutionException busy) {
                LOG.debug("hdfs-throttle: the appointment of stage {} ends by itself", name);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        ending.shutdownNow();
    }
}
