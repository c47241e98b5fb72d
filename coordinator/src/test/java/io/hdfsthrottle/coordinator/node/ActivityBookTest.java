package io.hdfsthrottle.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ActivityBookTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Rate CAPACITY = Rate.parse("200m");

    private final HandSetTicker ticker = new HandSetTicker();
    private final ActivityBook book = new ActivityBook(ticker);

    private void record(ActivityBook by, String node, String application, long waitedMillis, Rate due, Rate limit) {
        record(by, node, application, waitedMillis, due, limit, true);
    }

    private void record(
            ActivityBook by,
            String node,
            String application,
            long waitedMillis,
            Rate due,
            Rate limit,
            boolean heldBack) {
        ApplicationActivity line =
                ApplicationActivity.of(application, ETL, waitedMillis << 20, Duration.ofMillis(waitedMillis));
        TenantUsage tenant = TenantUsage.of(ETL, 1, 0, due, due, heldBack, Duration.ofMillis(waitedMillis))
                .limitedTo(limit);
        VolumeUsage volume = VolumeUsage.of("DS-1", CAPACITY, List.of(tenant)).usedBy(List.of(line));
        by.record(UsageReport.of(node, GrantVersion.of(1, 1), true, List.of(volume)));
    }

    private void record(String node, String application, long waitedMillis) {
        record(book, node, application, waitedMillis, Rate.parse("40m"), Rate.UNLIMITED);
    }

    @Test
    void waits_areSummedOverNodes_andEachIsCountedOnce() {
        record("dn1", "app-1", 100);
        record("dn1", "app-1", 100);
        record("dn2", "app-1", 50);
        record("dn1", "app-1", 175);
        record("dn1", "app-2", 7);
        assertThat(book.waitedMillis("app-1")).isEqualTo(225);
        assertThat(book.waitedMillis("app-2")).isEqualTo(7);
        assertThat(book.moved("app-1").bytes()).isEqualTo(225L << 20);
        assertThat(book.waitedMillis("app-3")).isZero();
        assertThat(book.moved("app-3").bytes()).isZero();
        assertThat(book.waiting("app-3")).isEmpty();
    }

    @Test
    void rate_isTheMeanOfFiveSeconds_andNothingOnceNothingMoves() {
        record("dn1", "app-1", 0);
        for (int second = 1; second <= 5; second++) {
            ticker.advance(Duration.ofSeconds(1));
            record("dn1", "app-1", 30L * second);
        }
        ticker.advance(Duration.ofSeconds(1));
        record("dn1", "app-1", 180);
        assertThat(book.moved("app-1").rate()).isEqualTo(Rate.parse("24m"));
        ticker.advance(Duration.ofSeconds(5));
        assertThat(book.moved("app-1").rate().bytesPerSecond()).isPositive();
        ticker.advance(Duration.ofSeconds(5));
        assertThat(book.moved("app-1").rate()).isEqualTo(Rate.ZERO);
        assertThat(book.moved("app-1").bytes()).isEqualTo(180L << 20);
    }

    @Test
    void nodeThatBeginsAnew_takesNothingAway() {
        record("dn1", "app-1", 1_000);
        record("dn1", "app-1", 30);
        record("dn1", "app-1", 50);
        assertThat(book.waitedMillis("app-1")).isEqualTo(1_050);
    }

    @Test
    void applicationThatIsLeftOutForAWhile_isNotCountedTwice() {
        record("dn1", "app-1", 1_000);
        record("dn1", "app-2", 2_000);
        record("dn1", "app-1", 1_400);
        assertThat(book.waitedMillis("app-1")).isEqualTo(1_400);
    }

    /**
     * Nodes restart, reports are lost and lines are left out: the counted wait never exceeds the real one, and equals
     * it if no report before a restart is lost.
     */
    @Test
    void sum_isWhatNodesCounted_whateverHappensToThem() {
        long seed = Long.getLong("seed", 1);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long waited = 0;
        long[] counters = new long[5];
        for (int step = 0; step < 2_000; step++) {
            int node = random.nextInt(counters.length);
            long more = random.nextInt(500);
            counters[node] += more;
            waited += more;
            boolean restarts = random.nextInt(50) == 0;
            if (restarts || random.nextBoolean()) {
                record("dn" + node, "app-1", counters[node]);
            }
            if (restarts) {
                counters[node] = 0;
                record("dn" + node, "app-1", 0);
            }
        }
        for (int node = 0; node < counters.length; node++) {
            record("dn" + node, "app-1", counters[node]);
        }
        assertThat(book.waitedMillis("app-1")).as("seed %d", seed).isEqualTo(waited);
        assertThat(book.moved("app-1").bytes()).as("seed %d", seed).isEqualTo(waited << 20);
    }

    @Test
    void explanation_isTheMeanOverTheWait_andNamesWhatMostOfItWasFor() {
        record(book, "dn1", "app-1", 3_000, Rate.parse("40m"), Rate.UNLIMITED);
        ticker.advance(Duration.ofSeconds(211));
        record(book, "dn1", "app-1", 4_000, Rate.parse("80m"), Rate.parse("80m"));
        Waiting waiting = book.waiting("app-1").orElseThrow();
        assertThat(waiting.waited()).isEqualTo(Duration.ofSeconds(4));
        assertThat(waiting.within()).isEqualTo(Duration.ofSeconds(212));
        assertThat(waiting.cause()).isEqualTo(Waiting.Cause.SHARE);
        assertThat(waiting.entitlement()).contains(Rate.parse("50m"));
        assertThat(waiting.capacity()).contains(CAPACITY);
        record(book, "dn1", "app-1", 9_000, Rate.parse("80m"), Rate.parse("80m"));
        assertThat(book.waiting("app-1").orElseThrow().cause()).isEqualTo(Waiting.Cause.LIMIT);
        record(book, "dn2", "app-1", 90_000, Rate.parse("195m"), Rate.UNLIMITED);
        assertThat(book.waiting("app-1").orElseThrow().cause()).isEqualTo(Waiting.Cause.DISK);
    }

    /** The entitlement of a tenant that is not throttled is its demand: less than its share. */
    @Test
    void explanation_goesByTheTimeWhenTheTenantWasHeldBack_ifThereWasAny() {
        record(book, "dn1", "app-1", 5_000, Rate.parse("3m"), Rate.UNLIMITED, false);
        assertThat(book.waiting("app-1").orElseThrow().entitlement()).contains(Rate.parse("3m"));
        record(book, "dn1", "app-1", 6_000, Rate.parse("40m"), Rate.UNLIMITED, true);
        assertThat(book.waiting("app-1").orElseThrow().entitlement()).contains(Rate.parse("40m"));
        assertThat(book.waitedMillis("app-1")).isEqualTo(6_000);
    }

    @Test
    void whatIsForgotten_isNotCountedAgain_andTheSumStaysForADay() {
        record("dn1", "app-1", 1_000);
        ticker.advance(ActivityBook.PLACES_KEPT.plusSeconds(1));
        book.expire();
        assertThat(book.waitedMillis("app-1")).isEqualTo(1_000);
        record("dn1", "app-1", 1_000);
        record("dn1", "app-1", 1_200);
        assertThat(book.waitedMillis("app-1")).isEqualTo(1_200);
        ticker.advance(ActivityBook.KEPT.plusSeconds(1));
        book.expire();
        assertThat(book.waiting("app-1")).isEmpty();
    }

    @Test
    void moreCountersThanThereIsRoomFor_areLeftOut_andTheSumIsALowerBound() {
        ActivityBook small = new ActivityBook(ticker, 2);
        record(small, "dn1", "app-1", 10, Rate.parse("40m"), Rate.UNLIMITED);
        record(small, "dn2", "app-1", 10, Rate.parse("40m"), Rate.UNLIMITED);
        assertThat(small.waiting("app-1").orElseThrow().complete()).isTrue();
        record(small, "dn3", "app-1", 10, Rate.parse("40m"), Rate.UNLIMITED);
        record(small, "dn1", "app-1", 15, Rate.parse("40m"), Rate.UNLIMITED);
        Waiting waiting = small.waiting("app-1").orElseThrow();
        assertThat(waiting.waited()).isEqualTo(Duration.ofMillis(25));
        assertThat(waiting.complete()).isFalse();
    }
}
