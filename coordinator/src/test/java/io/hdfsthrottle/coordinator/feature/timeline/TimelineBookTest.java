package io.hdfsthrottle.coordinator.feature.timeline;

import static io.hdfsthrottle.coordinator.feature.timeline.Reports.GOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TimelineBookTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600;

    /** The begin of a quarter of an hour. */
    private static final long BEGIN = 1_800_000_000L;

    private final MemoryStore store = new MemoryStore();
    private final HandSetTicker ticker = new HandSetTicker();

    private TimelineBook opened(long epoch) {
        return opened(epoch, new ActivityBook(ticker));
    }

    private TimelineBook opened(long epoch, ActivityBook activities) {
        TimelineBook book = new TimelineBook(store, activities);
        book.open(new Term(epoch, 0));
        return book;
    }

    private static void run(TimelineBook book, long from, long to, List<NodeReport> reports) {
        for (long now = from; now < to; now += 2) {
            book.next(now, -7 * SECOND + now * SECOND, reports, tenant -> true);
        }
    }

    private static double given(TimelineBook book, Tenant tenant, long from, long seconds) {
        return book.read(timeline -> Optional.ofNullable(timeline.tenants().get(tenant))
                .flatMap(series -> series.mean(from, seconds, timeline.all()))
                .map(Figures::given)
                .orElse(-1.0));
    }

    @Test
    void theNextLeader_knowsTheDay_butForAMinuteAtMost() {
        run(opened(1), BEGIN, BEGIN + 2 * HOUR + 59, Reports.of(GOLD, 700));

        TimelineBook next = opened(2);
        run(next, BEGIN + 2 * HOUR + 120, BEGIN + 2 * HOUR + 240, Reports.of(GOLD, 90));

        assertThat(given(next, GOLD, BEGIN, 60)).isCloseTo(700, within(1.0));
        assertThat(given(next, GOLD, BEGIN + HOUR, 60)).isCloseTo(700, within(1.0));
        assertThat(given(next, GOLD, BEGIN + 2 * HOUR - 60, 60)).isCloseTo(700, within(1.0));
        assertThat(given(next, GOLD, BEGIN + 2 * HOUR, 60))
                .as("the minute under way")
                .isEqualTo(-1);
        assertThat(given(next, GOLD, BEGIN + 2 * HOUR + 120, 60)).isCloseTo(90, within(0.1));
        assertThat(next.<Integer>read(timeline -> timeline.places().size())).isEqualTo(1);
    }

    @Test
    void aLeaderThatEndsOnPurpose_losesTenSecondsAtMost() {
        TimelineBook book = opened(1);
        run(book, BEGIN, BEGIN + 100, Reports.of(GOLD, 700));
        book.end(BEGIN + 100);
        TimelineBook next = opened(2);
        run(next, BEGIN + 200, BEGIN + 202, List.of());
        assertThat(given(next, GOLD, BEGIN + 60, 60)).isCloseTo(700, within(1.0));

        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        next.end(BEGIN + 300);
        opened(3).end(BEGIN + 300);
    }

    @Test
    void aThirdLeader_knowsWhatTheFirstAndTheSecondSaw_ofOneQuarter() {
        run(opened(1), BEGIN, BEGIN + 302, Reports.of(GOLD, 10));
        run(opened(2), BEGIN + 330, BEGIN + 602, Reports.of(GOLD, 20));
        TimelineBook third = opened(3);
        run(third, BEGIN + 660, BEGIN + 662, List.of());

        assertThat(given(third, GOLD, BEGIN + 240, 60)).isCloseTo(10, within(0.1));
        assertThat(given(third, GOLD, BEGIN + 540, 60)).isCloseTo(20, within(0.1));
    }

    @Test
    void whatIsOlderThanADay_orOfATimeToCome_isLeftOut() {
        run(opened(1), BEGIN, BEGIN + 200, Reports.of(GOLD, 10));
        TimelineBook late = opened(2);
        run(late, BEGIN + 25 * HOUR, BEGIN + 25 * HOUR + 4, List.of());
        TimelineBook early = opened(3);
        run(early, BEGIN - HOUR, BEGIN - HOUR + 4, List.of());

        assertThat(late.<Integer>read(timeline -> timeline.tenants().size())).isZero();
        assertThat(early.<Integer>read(timeline -> timeline.tenants().size())).isZero();
    }

    @Test
    void whatCannotBeRead_isLeftOut_andTheRestIsKnown() {
        run(opened(1), BEGIN, BEGIN + 2_000, Reports.of(GOLD, 10));
        byte[] whole = store.load(Quarter.concern(BEGIN / 900)).orElseThrow();
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] strange = random.nextBoolean() ? whole.clone() : new byte[random.nextInt(300)];
            for (int j = 0; j < 3 && strange.length > 0; j++) {
                strange[random.nextInt(strange.length)] = (byte) random.nextInt();
            }
            store.write(new Term(1, 0), Map.of(Quarter.concern(BEGIN / 900), strange));
            TimelineBook next = opened(2);
            run(next, BEGIN + 2_100, BEGIN + 2_104, List.of());

            assertThat(given(next, GOLD, BEGIN + 1_200, 60)).isCloseTo(10, within(0.1));
        }
    }

    @Test
    void whatWasNotStored_isStoredLater_alsoOfTheQuarterBefore() {
        TimelineBook book = opened(1);
        run(book, BEGIN, BEGIN + 840, Reports.of(GOLD, 10));
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        for (long now = BEGIN + 840; now < BEGIN + 1_000; now += 2) {
            long second = now;
            assertThatThrownBy(() -> run(book, second, second + 2, Reports.of(GOLD, 10)))
                    .isInstanceOf(NotStored.class);
        }
        store.refuse(null);
        run(book, BEGIN + 1_000, BEGIN + 1_002, Reports.of(GOLD, 10));

        TimelineBook next = opened(2);
        run(next, BEGIN + 1_100, BEGIN + 1_102, List.of());
        assertThat(given(next, GOLD, BEGIN + 840, 60)).isCloseTo(10, within(0.1));
        assertThat(given(next, GOLD, BEGIN + 900, 60)).isCloseTo(10, within(0.1));
    }

    @Test
    void asManySeriesAsThereMayBe_withTheLongestNames_areStoredInABoundedSnapshot() {
        Random random = new Random(7);
        TimelineBook book = opened(1);
        for (long now = BEGIN; now < BEGIN + 961; now += 10) {
            VolumeUsage[] disks = IntStream.range(0, 900)
                    .mapToObj(i -> Reports.disk(
                            "\u4e16".repeat(240) + i, Reports.usage(GOLD, 1_000L * i + random.nextInt(1_000), true, 0)))
                    .toArray(VolumeUsage[]::new);
            book.next(now, now * SECOND, List.of(Reports.node("n".repeat(255), disks)), tenant -> true);
        }

        assertThat(store.largest()).isLessThanOrEqualTo(Quarter.LARGEST_BYTES);
        TimelineBook next = opened(2);
        run(next, BEGIN + 1_000, BEGIN + 1_002, List.of());
        assertThat(given(next, GOLD, BEGIN + 840, 60)).isPositive();
        assertThat(next.<Integer>read(timeline -> timeline.places().size())).isBetween(100, Timeline.MOST_PLACES);
    }

    /** An application with a name, which has waited on a disk for so long. */
    private void waits(ActivityBook activities, String id, String name, long millis) {
        VolumeUsage disk = Reports.disk("DS-1", Reports.usage(GOLD, 50, true, millis))
                .usedBy(List.of(ApplicationActivity.of(id, GOLD, millis, Duration.ofMillis(millis))));
        activities.record(Reports.node("dn1:9866", disk).usage());
        activities.named(id, new Run.Name(name, "alice", true, 1));
    }

    @Test
    void theNextLeader_knowsWhatApplicationsDid_alsoInQuartersBefore_asItWasLast() {
        ActivityBook before = new ActivityBook(ticker);
        TimelineBook book = opened(1, before);
        waits(before, "app-1", "nightly", 1_000);
        run(book, BEGIN, BEGIN + 120, List.of());
        ticker.advance(Duration.ofMinutes(2));
        waits(before, "app-1", "nightly", 5_000);
        run(book, BEGIN + 120, BEGIN + 240, List.of());
        ticker.advance(Duration.ofHours(1));
        waits(before, "app-2", "nightly", 3_000);
        run(book, BEGIN + HOUR, BEGIN + HOUR + 120, List.of());

        ActivityBook after = new ActivityBook(ticker);
        run(opened(2, after), BEGIN + HOUR + 130, BEGIN + HOUR + 132, List.of());

        assertThat(after.waitedMillis("app-1")).isEqualTo(5_000);
        assertThat(after.waiting("app-2").orElseThrow().waited()).isEqualTo(Duration.ofSeconds(3));
        assertThat(after.runs("app-2")).extracting(Run::application).containsExactly("app-2", "app-1");
        assertThat(after.runs("app-2").get(1).spent())
                .isEqualTo(before.runs("app-2").get(1).spent())
                .isNotEmpty();
    }

    @Test
    void asManyApplicationsAsThereMayBe_withTheWorstNames_areStoredInABoundedSnapshot_theLongestFirst() {
        Random random = new Random(7);
        ActivityBook before = new ActivityBook(ticker);
        for (int i = 1; i <= 2_000; i++) {
            String name = random.ints(128, 0x4e00, 0x9fff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            waits(before, "app-" + i, name, 10L * i);
        }
        run(opened(1, before), BEGIN, BEGIN + 120, Reports.of(GOLD, 700));

        assertThat(store.largest()).isBetween(Quarter.LARGEST_BYTES / 4, Quarter.LARGEST_BYTES);
        ActivityBook after = new ActivityBook(ticker);
        TimelineBook next = opened(2, after);
        run(next, BEGIN + 130, BEGIN + 132, List.of());
        assertThat(after.runs(Duration.ofDays(1))).hasSizeBetween(50, Runs.MOST);
        assertThat(after.waitedMillis("app-2000")).isEqualTo(20_000);
        assertThat(given(next, GOLD, BEGIN, 60)).isCloseTo(700, within(1.0));
    }

    @Test
    void closed_knowsNothing_andStoresNothing() {
        TimelineBook book = opened(1);
        run(book, BEGIN, BEGIN + 100, Reports.of(GOLD, 10));
        int writes = store.writes();
        book.close();
        run(book, BEGIN + 100, BEGIN + 300, Reports.of(GOLD, 10));

        assertThat(store.writes()).isEqualTo(writes);
        assertThat(book.sample()).isEqualTo(Sample.NOTHING);
        assertThat(given(book, GOLD, BEGIN, 60)).isEqualTo(-1);
    }
}
