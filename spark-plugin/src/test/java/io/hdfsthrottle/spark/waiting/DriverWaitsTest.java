package io.hdfsthrottle.spark.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.JsonProtocol;
import org.junit.jupiter.api.Test;

final class DriverWaitsTest {

    private static final Tenant ETL = Tenant.named("etl");

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger askedForSpeculation = new AtomicInteger();
    private final List<SparkListenerEvent> posted = new ArrayList<>();
    private final ApplicationWaits waits = new ApplicationWaits("app-1", ETL, now.get());
    private final DriverWaits driver = new DriverWaits(
            this::query,
            waits,
            new DriverWaits.Host() {
                @Override
                public void post(SparkListenerEvent event) {
                    posted.add(event);
                }

                @Override
                public boolean speculatesHastily() {
                    return askedForSpeculation.incrementAndGet() > 0;
                }
            },
            now::get);
    private Duration waited = Duration.ZERO;
    private boolean broken;
    private boolean unknown;

    private Optional<Waiting> query() {
        asked.incrementAndGet();
        if (broken) {
            throw new IllegalStateException("broken on purpose");
        }
        return unknown
                ? Optional.empty()
                : Optional.of(
                        Waiting.of(ETL, waited, waited, Waiting.Cause.SHARE).at(Rate.parse("40m"), Rate.parse("200m")));
    }

    private void tick(Duration later) {
        now.addAndGet(later.toMillis());
        driver.active();
        driver.poll();
    }

    @Test
    void coordinator_isAskedWhileTasksRunOnly() {
        driver.poll();
        assertThat(asked).hasValue(0);
        tick(DriverWaits.EVERY);
        driver.poll();
        assertThat(asked).hasValue(1);
    }

    @Test
    void whatWasWaited_isInTheEventLogOnceForEachChange_withTheStagesThatChanged() {
        tick(DriverWaits.EVERY);
        assertThat(posted).isEmpty();
        waits.taskEnded(3, now.get(), now.get() + 5_000, 212_000, 1 << 20);
        waited = Duration.ofSeconds(41);
        tick(DriverWaits.EVERY);
        tick(DriverWaits.EVERY);
        assertThat(posted).singleElement().isInstanceOfSatisfying(WaitedForBandwidth.class, event -> {
            assertThat(event.getApplication()).isEqualTo("app-1");
            assertThat(event.getTenant()).isEqualTo("etl");
            assertThat(event.getWaitedMillis()).isEqualTo(41_000);
            assertThat(event.getTaskMillis()).isEqualTo(212_000);
            assertThat(event.getStages()).containsOnlyKeys("3").containsEntry("3", 41_000L);
            assertThat(event.getSentence()).contains("entitled to 40 of 200 MiB/s");
        });
        assertThat(waits.summary())
                .contains(
                        "waited 41 s of 212 s of task time for bandwidth, most in stage 3 (about 41 s): tenant etl was"
                                + " entitled to 40 of 200 MiB/s of each disk where it waited; hdfs-throttle explain app-1 says more");
        waits.taskEnded(4, now.get(), now.get() + 5_000, 1_000, 1 << 20);
        waited = Duration.ofSeconds(42);
        tick(DriverWaits.EVERY);
        assertThat(((WaitedForBandwidth) posted.get(1)).getStages()).containsOnlyKeys("4");
    }

    @Test
    void applicationThatDidNotWait_hasNoLastLine() {
        tick(DriverWaits.EVERY);
        assertThat(waits.summary()).isEmpty();
    }

    @Test
    void coordinatorThatFailsOrDoesNotKnow_isLeftAloneForAWhile() {
        broken = true;
        tick(DriverWaits.EVERY);
        tick(DriverWaits.EVERY);
        assertThat(asked).hasValue(1);
        broken = false;
        unknown = true;
        tick(DriverWaits.LATER);
        tick(DriverWaits.EVERY);
        assertThat(asked).hasValue(2);
    }

    @Test
    void copiesOfTasks_areWarnedOfOnce_andOnlyWhereTasksWait() {
        tick(DriverWaits.EVERY);
        assertThat(askedForSpeculation).hasValue(0);
        waited = Duration.ofSeconds(2);
        tick(DriverWaits.EVERY);
        waited = Duration.ofSeconds(3);
        tick(DriverWaits.EVERY);
        assertThat(askedForSpeculation).hasValue(1);
    }

    @Test
    void coordinatorThatKnowsLess_takesNothingAway() {
        waited = Duration.ofSeconds(5);
        tick(DriverWaits.EVERY);
        waited = Duration.ofSeconds(1);
        tick(DriverWaits.EVERY);
        assertThat(waits.waitedMillis()).isEqualTo(5_000);
    }

    /** A history server with the plugin reads the event; one without drops it only because its class is unknown. */
    @Test
    void event_isReadBackWithTheJar_andIsAnUnknownClassWithout() {
        waited = Duration.ofSeconds(41);
        waits.taskEnded(3, now.get(), now.get() + 5_000, 212_000, 1 << 20);
        tick(DriverWaits.EVERY);
        String json = JsonProtocol.sparkEventToJsonString(posted.get(0));

        assertThat(json).contains("\"Event\":\"" + WaitedForBandwidth.class.getName() + "\"");
        assertThat(JsonProtocol.sparkEventFromJson(json)).isInstanceOfSatisfying(WaitedForBandwidth.class, event -> {
            assertThat(event.getWaitedMillis()).isEqualTo(41_000);
            assertThat(event.getStages()).containsEntry("3", 41_000L);
        });
        assertThat(catchThrowable(
                        () -> JsonProtocol.sparkEventFromJson(json.replace("WaitedForBandwidth", "NotThere"))))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
