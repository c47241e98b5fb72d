package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;

/**
 * The executor's cache of the tenant's unused entitlement: polls the driver while HDFS clients here look up blocks, and
 * passes the answers to them. Thread-safe.
 */
public final class ExecutorEntitlement implements AutoCloseable {

    /** An upper bound on the length of a driver's answer. */
    private static final int LONGEST_ANSWER = 2 << 20;

    private final String question;
    private final Driver driver;
    private final Ticker ticker;
    private final OnDemandPoller asking;
    private final KnownEntitlement known;

    /** Queries the driver of this application. */
    @FunctionalInterface
    public interface Driver {
        /** The driver's answer; may block. */
        Object ask(Object question) throws Exception;
    }

    private ExecutorEntitlement(String executor, Driver driver, Ticker ticker) {
        this.question = DriverEntitlement.QUESTION + executor;
        this.driver = driver;
        this.ticker = ticker;
        this.asking = new OnDemandPoller(
                "hdfs-throttle-replicas-" + executor,
                "ask the driver what is left of the entitlement",
                this::query,
                ticker);
        this.known = new KnownEntitlement(ticker, asking::request);
    }

    /**
     * Makes the HDFS clients of this process follow the driver's answers; it is polled at once, and while they look up
     * blocks.
     */
    public static ExecutorEntitlement installed(String executor, Driver driver, Ticker ticker) {
        ExecutorEntitlement news = new ExecutorEntitlement(executor, driver, ticker);
        news.known.install();
        news.asking.request();
        return news;
    }

    private Duration query() throws Exception {
        long from = ticker.nanos();
        Object answer = driver.ask(question);
        if (!(answer instanceof String)) {
            throw new IllegalStateException("the driver answered with " + answer);
        }
        String text = (String) answer;
        if (text.equals(DriverEntitlement.NOTHING)) {
            return OnDemandPoller.MOST_OFTEN;
        }
        EntitlementLeft left = read(text).agedBy(Duration.ofNanos(ticker.nanos() - from));
        known.store(left);
        return left.again();
    }

    /** Parses what {@link DriverEntitlement} writes: its age in milliseconds, and the answer. */
    static EntitlementLeft read(String text) throws MalformedJsonException {
        int end = text.indexOf('\n');
        if (end < 0 || text.length() > LONGEST_ANSWER) {
            throw new IllegalArgumentException("an answer of " + text.length() + " characters that is none");
        }
        Duration held = Duration.ofMillis(Long.parseLong(text.substring(0, end)));
        return WireFormat.entitlementLeftFromJson(text.substring(end + 1)).agedBy(held);
    }

    @Override
    public void close() {
        known.remove();
        asking.close();
    }
}
