package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The driver's part: asks the coordinator while executors ask it, and tells them what it was told. Executors are answered at once, from memory; what they
 * are all sent is bounded: the more there are and the longer the answer is, the later they are told to ask again. Thread-safe.
 */
public final class DriverNews implements AutoCloseable {

    /** What an executor asks begins so; its id follows. */
    static final String QUESTION = "hdfs-throttle replicas ";

    /** What nothing is known says. */
    static final String NOTHING = "";

    /** What all answers together take of the driver's network. */
    static final long BYTES_PER_SECOND = 8 << 20;

    /** A coordinator that does not know the application, or has nothing of the kind to say. */
    private static final Duration UNKNOWN_AGAIN = Duration.ofSeconds(5);

    private static final Duration ASKING = Duration.ofMinutes(1);

    private final WhileWanted asking;
    private final Asks coordinator;
    private final Ticker ticker;
    private final Map<String, Long> executors = new ConcurrentHashMap<>();
    private volatile Told told;

    /** Asks a coordinator. */
    @FunctionalInterface
    public interface Asks {
        /** What is left; nothing if the coordinator does not know the application. */
        Optional<EntitlementLeft> entitlementLeft() throws Exception;
    }

    private static final class Told {
        private final String json;
        private final long nanos;
        private final Duration age;

        Told(String json, long nanos, Duration age) {
            this.json = json;
            this.nanos = nanos;
            this.age = age;
        }
    }

    /** Asks nobody until it is asked. */
    public DriverNews(Asks coordinator, Ticker ticker) {
        this.coordinator = coordinator;
        this.ticker = ticker;
        this.asking =
                new WhileWanted("hdfs-throttle-replicas", "learn what is left of the entitlement", this::ask, ticker);
    }

    /** Asks the coordinator already now: executors will be there soon. Never waits. */
    public void begin() {
        asking.wanted();
    }

    /** Whether it asks nobody now. */
    boolean rests() {
        return asking.rests();
    }

    private Duration ask() throws Exception {
        long from = ticker.nanos();
        executors.values().removeIf(asked -> from - asked > ASKING.toNanos());
        Optional<EntitlementLeft> answer = coordinator.entitlementLeft();
        if (answer.isEmpty()) {
            told = null;
            return UNKNOWN_AGAIN;
        }
        // It may have been computed as early as the question was sent.
        EntitlementLeft left = answer.get();
        int size = WireFormat.entitlementLeftToJson(left).length();
        Duration again = again(executors.size(), size);
        told = new Told(WireFormat.entitlementLeftToJson(left.askedAgainAfter(again)), from, left.age());
        return left.again();
    }

    /** When so many that are sent so much shall ask again. */
    static Duration again(long askers, long bytes) {
        return Duration.ofMillis(
                Math.max(WhileWanted.MOST_OFTEN.toMillis(), (long) (1e3 * askers * bytes / BYTES_PER_SECOND)));
    }

    /** The answer to an executor's question; nothing to what is none. Never waits. */
    public Object answer(Object question) {
        if (!(question instanceof String) || !((String) question).startsWith(QUESTION)) {
            return null;
        }
        executors.put((String) question, ticker.nanos());
        asking.wanted();
        Told last = told;
        if (last == null) {
            return NOTHING;
        }
        Duration elapsed = Duration.ofNanos(ticker.nanos() - last.nanos);
        return last.age.plus(elapsed).compareTo(KnownEntitlement.STALE) > 0
                ? NOTHING
                : elapsed.toMillis() + "\n" + last.json;
    }

    @Override
    public void close() {
        asking.close();
    }
}
