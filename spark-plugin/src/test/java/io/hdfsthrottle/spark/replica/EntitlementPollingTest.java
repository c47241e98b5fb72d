package io.hdfsthrottle.spark.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** News from the coordinator over the driver to an executor's HDFS clients, and what happens when one of them fails. */
final class EntitlementPollingTest {

    private static final Map<String, Long> NODES = Map.of("dn1:9866", 7L);

    private final AtomicLong now = new AtomicLong();
    private final Ticker ticker = now::get;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile Optional<EntitlementLeft> said = Optional.of(left(Duration.ZERO));
    private final DriverEntitlement driver = new DriverEntitlement(this::coordinator, ticker);
    private ExecutorEntitlement executor;

    private static EntitlementLeft left(Duration age) {
        return new EntitlementLeft(NODES, Duration.ofSeconds(1), age);
    }

    private Optional<EntitlementLeft> coordinator() {
        asked.incrementAndGet();
        return said;
    }

    @AfterEach
    void close() {
        driver.close();
        if (executor != null) {
            executor.close();
        }
    }

    @Test
    void readers_goByWhatTheCoordinatorSays_untilItIsStale() {
        executor = ExecutorEntitlement.installed("1", driver::answer, ticker);

        await().untilAsserted(() -> assertThat(KnownEntitlement.now()).isEqualTo(NODES));

        said = Optional.empty();
        driver.close();
        executor.close();
        assertThat(KnownEntitlement.now()).as("nobody is installed").isEmpty();
    }

    @Test
    void whatIsOlderThanFiveSeconds_isNotGoneBy() {
        KnownEntitlement known = new KnownEntitlement(ticker, () -> {});
        known.store(left(Duration.ofSeconds(2)));

        now.addAndGet(Duration.ofSeconds(3).toNanos());
        assertThat(known.fresh()).isEqualTo(NODES);
        now.addAndGet(1);
        assertThat(known.fresh()).isEmpty();
    }

    @Test
    void driver_saysHowLongItKnewWhatItSays_andNothingWhenThatIsTooLong() throws Exception {
        await().until(() -> !driver.answer(DriverEntitlement.QUESTION + "1").equals(DriverEntitlement.NOTHING));
        now.addAndGet(Duration.ofSeconds(2).toNanos());

        EntitlementLeft read = ExecutorEntitlement.read((String) driver.answer(DriverEntitlement.QUESTION + "1"));
        assertThat(read.nodes()).isEqualTo(NODES);
        assertThat(read.age()).isEqualTo(Duration.ofSeconds(2));

        said = Optional.empty();
        now.addAndGet(Duration.ofSeconds(4).toNanos());
        assertThat(driver.answer(DriverEntitlement.QUESTION + "1")).isEqualTo(DriverEntitlement.NOTHING);
    }

    @Test
    void coordinator_isNotAsked_whileNobodyReads() {
        assertThat(asked).hasValue(0);
        driver.begin();
        await().until(() -> asked.get() == 1);
        now.addAndGet(Duration.ofMinutes(2).toNanos());

        // The next turn finds no reader and rests: the question that wakes it is the second one.
        await().until(driver::isIdle);
        assertThat(asked).hasValue(1);
        driver.begin();
        await().until(() -> asked.get() == 2);
    }

    @Test
    void driverThatFails_leavesHdfssOrder() {
        AtomicInteger questions = new AtomicInteger();
        executor = ExecutorEntitlement.installed(
                "1",
                question -> {
                    questions.incrementAndGet();
                    throw new IllegalStateException("the driver is gone");
                },
                ticker);

        await().until(() -> questions.get() > 0);
        assertThat(KnownEntitlement.now()).isEmpty();
    }

    @Test
    void strangeMessages_areNotAnswered() {
        assertThat(driver.answer(7)).isNull();
        assertThat(driver.answer("hello")).isNull();
        assertThat(asked).hasValue(0);
    }

    @Test
    void whatAllExecutorsAreSent_staysBelowItsBound() {
        assertThat(DriverEntitlement.again(10, 50_000)).isEqualTo(Duration.ofSeconds(1));
        Duration many = DriverEntitlement.again(1_000, 50_000);
        assertThat(1_000 * 50_000 / (many.toMillis() / 1e3)).isBetween(8e6, 9e6);
    }
}
