package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The driver's cache of the tenant's unused entitlement: polls the coordinator while executors ask, and answers them at
 * once, from memory. The total traffic of answers is bounded: the more executors there are and the longer the answer
 * is, the later they are told to ask again. Thread-safe.
 */
public final class DriverEntitlement implements AutoCloseable {

    /** The prefix of an executor's question; its id follows. */
    static final String QUESTION = "hdfs-throttle replicas ";

    /** The answer when nothing is known. */
    static final String NOTHING = "";

    /** The limit on all answers' share of the driver's network. */
    static final long BYTES_PER_SECOND = 8 << 20;

    /** The interval when the coordinator does not know the application, or has no such data. */
    private static final Duration UNKNOWN_AGAIN = Duration.ofSeconds(5);

    private static final Duration ASKING = Duration.ofMinutes(1);

    private final OnDemandPoller asking;
    private final Asks coordinator;
    private final Ticker ticker;
    private final Map<String, Long> executors = new ConcurrentHashMap<>();
    private volatile Told told;

    /** Queries a coordinator. */
    @FunctionalInterface
    public interface Asks {
        /** The unused entitlement; empty if the coordinator does not know the application. */
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

    /** Sends no query until an executor asks. */
    public DriverEntitlement(Asks coordinator, Ticker ticker) {
        this.coordinator = coordinator;
        this.ticker = ticker;
        this.asking = new OnDemandPoller(
                "hdfs-throttle-replicas", "learn what is left of the entitlement", this::query, ticker);
    }

    /** Queries the coordinator already now, since executors will ask soon. Does not block. */
    public void begin() {
        asking.request();
    }

    /** Whether it sends no queries now. */
    boolean isIdle() {
        return asking.isIdle();
    }

    private Duration query() throws Exception {
        long from = ticker.nanos();
        executors.values().removeIf(asked -> from - asked > ASKING.toNanos());
        Optional<EntitlementLeft> answer = coordinator.entitlementLeft();
        if (answer.isEmpty()) {
            told = null;
            return UNKNOWN_AGAIN;
        }
        // It may have been computed as early as the query was sent.
        EntitlementLeft left = answer.get();
        int size = WireFormat.entitlementLeftToJson(left).length();
        Duration again = again(executors.size(), size);
        told = new Told(WireFormat.entitlementLeftToJson(left.askedAgainAfter(again)), from, left.age());
        return left.again();
    }

    /** The interval after which so many clients with answers of that size shall ask again. */
    static Duration again(long askers, long bytes) {
        return Duration.ofMillis(
                Math.max(OnDemandPoller.MOST_OFTEN.toMillis(), (long) (1e3 * askers * bytes / BYTES_PER_SECOND)));
    }

    /** The answer to an executor's question; null to any other message. Does not block. */
    public Object answer(Object question) {
        if (!(question instanceof String) || !((String) question).startsWith(QUESTION)) {
            return null;
        }
        executors.put((String) question, ticker.nanos());
        asking.request();
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
