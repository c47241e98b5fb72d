package io.hdfsthrottle.spark.waiting;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the coordinator, while tasks run, for the time that the application was throttled, and publishes it: in Spark's
 * metrics, in the event log, and in the driver's log at the end. On its own daemon thread; no failure there affects the
 * application.
 */
public final class DriverWaits {

    /** The polling interval of each application while tasks run. */
    static final Duration EVERY = Duration.ofSeconds(10);

    /** The interval after the coordinator gave no answer, or did not know. */
    static final Duration LATER = Duration.ofMinutes(1);

    /** After the end of a job, unless it was polled shortly before. */
    private static final Duration SOONEST = Duration.ofSeconds(2);

    /** The longest delay of the application's end. */
    private static final Duration FAREWELL = Duration.ofMillis(500);

    /** Shorter waits say nothing about copies of tasks. */
    private static final Duration WORTH_A_WORD = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(DriverWaits.class);

    private final Asks coordinator;
    private final ApplicationWaits waits;
    private final Host host;
    private final LongSupplier clock;
    private final AtomicBoolean active = new AtomicBoolean();
    private final ScheduledExecutorService thread;
    private volatile boolean fails;
    private volatile long askedMillis;
    private volatile long laterMillis;
    private long postedMillis;
    private boolean warned;

    /** Queries a coordinator. */
    @FunctionalInterface
    public interface Asks {
        /** The time that the application was throttled; empty if the coordinator does not know. */
        Optional<Waiting> waiting() throws Exception;
    }

    /** The application's Spark, as needed here. */
    interface Host {
        /** Writes an event to the event log. */
        void post(SparkListenerEvent event);

        /** Whether Spark starts copies of tasks that are slow. */
        boolean speculatesHastily();
    }

    DriverWaits(Asks coordinator, ApplicationWaits waits, Host host, LongSupplier clock) {
        this.coordinator = coordinator;
        this.waits = waits;
        this.host = host;
        this.clock = clock;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-waits");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /**
     * Starts for an application.
     *
     * @param tenant the application's tenant
     * @param registry where its metrics are registered
     */
    public static DriverWaits begun(
            String application, Tenant tenant, Asks coordinator, SparkContext spark, MetricRegistry registry) {
        // Spark states when tasks are launched and end in this clock's time.
        LongSupplier clock = System::currentTimeMillis;
        ApplicationWaits waits = new ApplicationWaits(application, tenant, clock.getAsLong());
        DriverWaits driver = new DriverWaits(coordinator, waits, new SparkHost(spark), clock);
        driver.show(registry);
        spark.addSparkListener(new TaskEnds(waits, driver::active, driver::soon));
        driver.start();
        return driver;
    }

    private static final class SparkHost implements Host {
        private final SparkContext spark;

        SparkHost(SparkContext spark) {
            this.spark = spark;
        }

        @Override
        public void post(SparkListenerEvent event) {
            spark.listenerBus().post(event);
        }

        @Override
        public boolean speculatesHastily() {
            return PatientSpeculation.isImpatient(spark.getConf());
        }
    }

    private void show(MetricRegistry registry) {
        gauge(registry, "waitedMillis", waits::waitedMillis);
        gauge(registry, "taskMillis", waits::taskMillis);
        gauge(registry, "entitlementBytesPerSecond", () -> rate(waits.last().entitlement()));
        gauge(registry, "capacityBytesPerSecond", () -> rate(waits.last().capacity()));
    }

    private static void gauge(MetricRegistry registry, String name, LongSupplier value) {
        registry.register(name, (Gauge<Long>) value::getAsLong);
    }

    private static long rate(Optional<Rate> rate) {
        return rate.map(Rate::bytesPerSecond).orElse(0L);
    }

    private void start() {
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::poll, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Tasks are running. Does not block. */
    void active() {
        if (!active.get()) {
            active.set(true);
        }
    }

    /** A job has ended: poll soon. Does not block. */
    void soon() {
        if (clock.getAsLong() - askedMillis < SOONEST.toMillis() || fails) {
            return;
        }
        try {
            thread.execute(this::poll);
        } catch (RejectedExecutionException ended) {
            LOG.debug("hdfs-throttle: the application has ended meanwhile", ended);
        }
    }

    /** Polls if tasks ran since the last time; never throws. */
    void poll() {
        long now = clock.getAsLong();
        if (now < laterMillis || !active.getAndSet(false)) {
            return;
        }
        try {
            query(now);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, no task depends on it.
            fails(now);
            LOG.debug("hdfs-throttle: does not know what the application waited", trouble);
        }
    }

    private void fails(long now) {
        fails = true;
        laterMillis = now + LATER.toMillis();
    }

    private void query(long now) throws Exception {
        askedMillis = now;
        Optional<Waiting> waiting = coordinator.waiting();
        if (waiting.isEmpty()) {
            fails(now);
            return;
        }
        fails = false;
        waits.update(clock.getAsLong(), waiting.get());
        warn(waiting.get());
        long waited = waits.waitedMillis();
        if (waited > postedMillis) {
            postedMillis = waited;
            host.post(waits.event(clock.getAsLong()));
        }
    }

    private void warn(Waiting waiting) {
        if (!warned && waiting.waited().compareTo(WORTH_A_WORD) > 0 && host.speculatesHastily()) {
            warned = true;
            LOG.warn(
                    "hdfs-throttle: tasks of this application wait for bandwidth and look slow, and spark.speculation is on:"
                            + " a copy of such a task reads the same bytes again and makes the others wait longer; with {}"
                            + " only tasks that do not move are copied",
                    PatientSpeculation.settings());
        }
    }

    /** Polls a last time, and logs the total. */
    public void end() throws InterruptedException {
        try {
            if (!fails) {
                active();
                thread.submit(this::poll).get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException | RejectedExecutionException unknown) {
            LOG.debug("hdfs-throttle: does not know all that the application waited", unknown);
        } finally {
            thread.shutdownNow();
        }
        waits.summary().ifPresent(summary -> LOG.info("hdfs-throttle: {}", summary));
    }
}
