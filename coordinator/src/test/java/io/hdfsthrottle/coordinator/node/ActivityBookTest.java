package io.hdfsthrottle.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import java.util.Map;
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
    void whatIsForgotten_isNotCountedAgain_andTheSumStaysForDays() {
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
    void applicationThatRestedForLong_countsOn_howeverOftenOthersAreForgotten() {
        record("dn1", "app-1", 1_000);
        ticker.advance(ActivityBook.PLACES_KEPT.plusSeconds(1));
        for (int second = 0; second < 5; second++) {
            book.expire();
            record("dn1", "app-1", 1_000 + 100L * second);
            ticker.advance(Duration.ofSeconds(1));
        }
        assertThat(book.waitedMillis("app-1")).isEqualTo(1_400);
    }

    private static Run.Name nightly(long since) {
        return new Run.Name("nightly", "alice", true, since);
    }

    /** A run that waits for so many milliseconds in each of ten seconds, and an hour without one. */
    private void run(String id, Run.Name name, long millis) {
        for (int second = 0; second <= 10; second++) {
            ticker.advance(Duration.ofSeconds(1));
            record("dn1", id, millis * second);
            book.named(id, name);
        }
        ticker.advance(Duration.ofHours(1));
        book.expire();
    }

    @Test
    void lastThreeRunsOfAProgram_areKnown_theLatestFirst_andNoOtherUsers() {
        for (int i = 1; i <= 5; i++) {
            run("app-" + i, nightly(i), 100L * i);
        }
        run("app-6", new Run.Name("nightly", "mallory", true, 6), 9);
        run("app-7", new Run.Name("nightly", "alice", false, 7), 9);
        run("app-8", new Run.Name("other", "alice", true, 8), 9);
        run("app-9", nightly(9), 900);

        assertThat(book.runs("app-9")).extracting(Run::application).containsExactly("app-9", "app-5", "app-4", "app-3");
        assertThat(book.runs("app-2")).extracting(Run::application).containsExactly("app-2", "app-1");
        assertThat(book.runs("app-1")).extracting(Run::application).containsExactly("app-1");
        assertThat(book.runs("app-0")).isEmpty();
        Run last = book.runs("app-9").get(0);
        assertThat(last.lasted()).isEqualTo(Duration.ofSeconds(10));
        assertThat(last.ended()).isEqualTo(Duration.ofHours(1));
        assertThat(last.bytes()).isEqualTo(9_000L << 20);
        assertThat(last.waited().millis()).isEqualTo(9_000);
    }

    @Test
    void runsAtTheSameTime_areNotEachOthersLast() {
        record("dn1", "app-1", 10);
        ticker.advance(Duration.ofSeconds(1));
        record("dn1", "app-2", 10);
        ticker.advance(Duration.ofSeconds(1));
        record("dn1", "app-1", 20);
        book.named("app-1", nightly(1));
        book.named("app-2", nightly(2));

        assertThat(book.runs("app-2")).hasSize(1);
    }

    @Test
    void idThatIsUsedAgain_isAnotherRun_andNothingIsCountedTwice() {
        run("report", nightly(1), 100);
        record("dn1", "report", 1_000);
        book.named("report", nightly(2));
        record("dn1", "report", 1_300);

        assertThat(book.waitedMillis("report")).isEqualTo(300);
        assertThat(book.runs("report"))
                .extracting(run -> run.name().since(), run -> run.waited().millis())
                .containsExactly(tuple(2L, 300L), tuple(1L, 1_000L));
    }

    @Test
    void nextLeader_goesOnFromWhatWasKnown_withItsCauses_andCountsNothingTwice() {
        run("app-1", nightly(1), 100);
        run("app-2", nightly(2), 200);
        ActivityBook next = new ActivityBook(ticker);
        record(next, "dn1", "app-2", 2_000, Rate.parse("80m"), Rate.parse("80m"));
        List<Run> known = book.runs(Duration.ofDays(1));
        known.forEach(next::restore);
        for (Run run : known) { // as it was some time before
            next.restore(new Run(run.application(), run.name(), run.began(), Duration.ZERO, run.waited(), 0, Map.of()));
        }

        for (String id : List.of("app-1", "app-2")) {
            assertThat(next.waiting(id).orElseThrow().sentence(id))
                    .isEqualTo(book.waiting(id).orElseThrow().sentence(id));
            assertThat(next.runs(id)).isEqualTo(book.runs(id));
        }
        for (long more : new long[] {0, 30, 70}) {
            record(next, "dn1", "app-2", 2_000 + more, Rate.parse("40m"), Rate.UNLIMITED);
            record(next, "dn2", "app-2", 500 + more, Rate.parse("40m"), Rate.UNLIMITED);
        }
        assertThat(next.waitedMillis("app-2")).isEqualTo(2_140);
    }

    @Test
    void leaderThatComesBack_takesWhatTheOtherOneSawMeanwhile() {
        run("app-1", nightly(1), 100);
        ActivityBook other = new ActivityBook(ticker);
        book.runs(Duration.ofDays(1)).forEach(other::restore);
        record(other, "dn1", "app-1", 1_000, Rate.parse("40m"), Rate.UNLIMITED);
        ticker.advance(Duration.ofMinutes(1));
        record(other, "dn1", "app-1", 5_000, Rate.parse("40m"), Rate.UNLIMITED);
        other.runs(Duration.ofDays(1)).forEach(book::restore);
        record("dn1", "app-1", 5_000);
        record("dn1", "app-1", 5_100);

        assertThat(book.waitedMillis("app-1")).isEqualTo(5_100);
        assertThat(book.runs("app-1").get(0).lasted()).isGreaterThan(Duration.ofHours(1));
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
