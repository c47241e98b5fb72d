package io.hdfsthrottle.spark.localio;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalIoJson;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of local I/O reports: keeps each executor's latest report, and forwards changes to the coordinator,
 * in batches. Bounded. Figures are sums since each executor started, so that lost messages do no harm. On one daemon
 * thread; no failure there affects the application.
 */
public final class DriverIo implements AutoCloseable {

    /** The most executors that are reported. */
    static final int MOST = 5_000;

    /** The interval between two rounds. */
    static final Duration EVERY = Duration.ofSeconds(2);

    /** Unchanged reports are sent again after this time. */
    static final Duration AGAIN = Duration.ofSeconds(30);

    /** An executor without a report for this long counts as gone. */
    static final Duration SILENT = Duration.ofSeconds(60);

    /** The pause after a coordinator gave no answer, or did not know the application. */
    static final Duration LATER = Duration.ofMinutes(1);

    private static final int LONGEST_MESSAGE = 8 << 10;

    /** The most batches in one round. */
    private static final int MOST_PIECES = 10;

    private static final Logger LOG = LoggerFactory.getLogger(DriverIo.class);

    private final Coordinator coordinator;
    private final Ticker ticker;
    private final Map<String, Said> executors = new LinkedHashMap<>();
    private final ScheduledExecutorService thread;
    private long restsSinceNanos;
    private boolean rests;

    /** Reports to a coordinator. */
    @FunctionalInterface
    public interface Coordinator {
        /** Sends the claims; returns whether it accepts such claims of this application. */
        boolean claim(List<ExecutorClaim> claims) throws Exception;
    }

    private static final class Said {
        private ExecutorClaim claim;
        private long heardNanos;
        private long toldNanos;
        private boolean told;
    }

    DriverIo(Coordinator coordinator, Ticker ticker) {
        this.coordinator = coordinator;
        this.ticker = ticker;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread daemon = new Thread(task, "hdfs-throttle-executors");
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Starts for an application. */
    public static DriverIo begun(Coordinator coordinator) {
        DriverIo io = new DriverIo(coordinator, Ticker.system());
        Future<?> unused =
                io.thread.scheduleWithFixedDelay(io::poll, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return io;
    }

    /** Whether that message is for this class. */
    public static boolean isFor(Object message) {
        return message instanceof String && ((String) message).startsWith(ExecutorIo.MESSAGE);
    }

    /** Takes an executor's message; drops it if it is no claim. Returns whether it was one. Does not block. */
    public boolean accept(Object message) {
        String text = ((String) message).substring(ExecutorIo.MESSAGE.length());
        if (text.length() > LONGEST_MESSAGE) {
            return false;
        }
        try {
            ExecutorClaim claim = LocalIoJson.claim(JsonObject.parse(text));
            synchronized (executors) {
                if (!executors.containsKey(claim.executor()) && executors.size() >= MOST) {
                    return false;
                }
                Said said = executors.computeIfAbsent(claim.executor(), missing -> new Said());
                said.told &= claim.equals(said.claim);
                said.claim = claim;
                said.heardNanos = ticker.nanos();
            }
            return true;
        } catch (MalformedJsonException | IllegalArgumentException none) {
            LOG.debug("hdfs-throttle: what an executor says of itself is not understood", none);
            return false;
        }
    }

    /** Reports changes to the coordinator; never throws. */
    void poll() {
        long now = ticker.nanos();
        if (rests && now - restsSinceNanos < LATER.toNanos()) {
            return;
        }
        rests = false;
        try {
            for (int piece = 0; piece < MOST_PIECES && !rests; piece++) {
                List<ExecutorClaim> next = next(now);
                if (next.isEmpty()) {
                    return;
                }
                rests = !coordinator.claim(next);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (Throwable trouble) { // Whatever it is, no task depends on it.
            rests = true;
            LOG.debug("hdfs-throttle: the coordinator does not hear of executors", trouble);
        }
        restsSinceNanos = now;
    }

    /** The next batch; it counts as sent, because lost reports are sent again anyway. */
    private List<ExecutorClaim> next(long now) {
        List<ExecutorClaim> next = new ArrayList<>();
        synchronized (executors) {
            executors.values().removeIf(said -> now - said.heardNanos > SILENT.toNanos());
            for (Said said : executors.values()) {
                boolean due = !said.told || now - said.toldNanos >= AGAIN.toNanos();
                if (due && next.size() < LocalIoJson.MOST_CLAIMS) {
                    said.told = true;
                    said.toldNanos = now;
                    next.add(said.claim);
                }
            }
        }
        return next;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
