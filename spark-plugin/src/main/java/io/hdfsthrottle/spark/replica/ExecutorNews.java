package io.hdfsthrottle.spark.replica;

import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;

/** The executor's part: asks the driver while HDFS clients here look for blocks, and lets them know. Thread-safe. */
public final class ExecutorNews implements AutoCloseable {

    /** Longer than any answer that a driver gives. */
    private static final int LONGEST_ANSWER = 2 << 20;

    private final String question;
    private final Driver driver;
    private final Ticker ticker;
    private final WhileWanted asking;
    private final KnownEntitlement known;

    /** Asks the driver of this application. */
    @FunctionalInterface
    public interface Driver {
        /** The driver's answer; may wait. */
        Object ask(Object question) throws Exception;
    }

    private ExecutorNews(String executor, Driver driver, Ticker ticker) {
        this.question = DriverNews.QUESTION + executor;
        this.driver = driver;
        this.ticker = ticker;
        this.asking = new WhileWanted(
                "hdfs-throttle-replicas-" + executor,
                "ask the driver what is left of the entitlement",
                this::ask,
                ticker);
        this.known = new KnownEntitlement(ticker, asking::wanted);
    }

    /** From now on the HDFS clients of this process go by what the driver says; it is asked at once, and while they look for blocks. */
    public static ExecutorNews installed(String executor, Driver driver, Ticker ticker) {
        ExecutorNews news = new ExecutorNews(executor, driver, ticker);
        news.known.install();
        news.asking.wanted();
        return news;
    }

    private Duration ask() throws Exception {
        long from = ticker.nanos();
        Object answer = driver.ask(question);
        if (!(answer instanceof String)) {
            throw new IllegalStateException("the driver answered with " + answer);
        }
        String text = (String) answer;
        if (text.equals(DriverNews.NOTHING)) {
            return WhileWanted.MOST_OFTEN;
        }
        EntitlementLeft left = read(text).agedBy(Duration.ofNanos(ticker.nanos() - from));
        known.tell(left);
        return left.again();
    }

    /** What {@link DriverNews} writes: how many milliseconds it knew it, and what it was told. */
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
