package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Applications and their parts on a volume: shares and limits with real threads, and accounts that do not run out.
 * Bounds are wide, because a busy machine has little time for the threads; tests of the law without threads check how
 * exact shares and limits are.
 */
@Tag("slow")
final class PartAccountsTest {

    private static final double MIB = 1 << 20;
    private static final Tenant GOLD = Tenant.named("gold");
    private static final PartTerms TEN_A_TASK = PartTerms.of(Level.TASK, Rate.ZERO, Rate.parse("10m"));
    private static final PartTerms THIRTY_A_TASK = PartTerms.of(Level.TASK, Rate.ZERO, Rate.parse("30m"));

    @Test
    void twoApplicationsOfATenant_with1And8Streams_getTheSame() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(400 * MIB)) {
            LongAdder one = rig.readers(GOLD, whole("one", PartTerms.NONE), 1);
            LongAdder eight = rig.readers(GOLD, whole("eight", PartTerms.NONE), 8);
            double[] got = rates(rig, one, eight);
            assertThat(got[0]).isCloseTo(got[1], within(0.4 * got[1]));
        }
    }

    @Test
    void limitsOfTasks_hold_andFollowTheGrantWhileStreamsGoOn() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(400 * MIB)) {
            rig.grant = granted(Map.of("slow", TEN_A_TASK, "fast", THIRTY_A_TASK));
            LongAdder slow1 = rig.readers(GOLD, task("slow", 1, TEN_A_TASK), 1);
            LongAdder slow2 = rig.readers(GOLD, task("slow", 2, TEN_A_TASK), 2);
            LongAdder fast = rig.readers(GOLD, task("fast", 3, THIRTY_A_TASK), 1);
            double[] got = rates(rig, slow1, slow2, fast);
            assertThatIsLimited(got[0], 10);
            assertThatIsLimited(got[1], 10);
            assertThatIsLimited(got[2], 30);

            rig.grant = granted(Map.of("slow", THIRTY_A_TASK, "fast", TEN_A_TASK));
            got = rates(rig, slow1, slow2, fast);
            assertThatIsLimited(got[0], 30);
            assertThatIsLimited(got[2], 10);
        }
    }

    /** Never more than the limit; less where the machine has no time for the threads. */
    private static void assertThatIsLimited(double bytesPerSecond, double mebibytes) {
        assertThat(bytesPerSecond / MIB).isBetween(0.6 * mebibytes, 1.03 * mebibytes);
    }

    @Test
    void taskThatItsLimitAloneHolds_isNoDemandForMore() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        Grant grant = granted(Map.of("app", TEN_A_TASK));
        disk.grant = () -> grant;
        List<Boolean> backlogged = new ArrayList<>();
        disk.parker = nanos -> {
            disk.sleeper.park(Math.min(nanos, 1_000_000));
            disk.queue.tick(grant);
            backlogged.add(disk.queue.activity().tenants().get(0).backlogged());
        };
        Stream stream = account(disk, task("app", 1, TEN_A_TASK)).write(Optional.empty(), Long.MAX_VALUE);
        long began = disk.ticker.nanos();
        for (int packet = 0; packet < 320; packet++) { // 20 MiB
            stream.moved(65_536);
        }
        assertThat((disk.ticker.nanos() - began) / 1e9).as("but for the burst").isBetween(1.65, 1.8);
        assertThat(backlogged).hasSizeGreaterThan(1_000);
        assertThat(backlogged.subList(200, backlogged.size())).doesNotContain(true);
        ApplicationActivity told = disk.queue.applications(1).get(0);
        assertThat(told.streams()).isEqualTo(1);
        assertThat(told.waited()).isGreaterThan(Duration.ofMillis(1_500));
        assertThat(told.limited()).isBetween(told.waited().multipliedBy(9).dividedBy(10), told.waited());
    }

    @Test
    void waitForOthers_isNoneForALimitThatIsNotReached() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        PartTerms terms = PartTerms.of(Level.APPLICATION, Rate.ZERO, Rate.parse("10g"));
        Grant grant = granted(Terms.of(GOLD, 1, Rate.ZERO, Rate.parse("10m")), Map.of("app", terms));
        disk.grant = () -> grant;
        disk.queue.tick(grant);
        Stream stream = account(disk, whole("app", terms)).write(Optional.empty(), Long.MAX_VALUE);
        for (int packet = 0; packet < 320; packet++) {
            stream.moved(65_536);
        }
        ApplicationActivity told = disk.queue.applications(1).get(0);
        assertThat(told.waited()).isGreaterThan(Duration.ofMillis(1_500));
        assertThat(told.limited()).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void pools_shareByTheWeightsOfTheGrant() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(400 * MIB)) {
            PartTerms terms = PartTerms.NONE.weighing(Map.of("etl", 3));
            rig.grant = granted(Map.of("app", terms));
            LongAdder etl = rig.readers(GOLD, pool("etl", terms), 1);
            LongAdder adhoc = rig.readers(GOLD, pool("adhoc", terms), 6);
            double[] got = rates(rig, etl, adhoc);
            assertThat(got[0] / got[1]).isBetween(1.5, 6.0);
        }
    }

    @Test
    void limitOfAnApplication_isDividedAmongTheDisksByItsStreams() {
        PartTerms terms = PartTerms.of(Level.APPLICATION, Rate.ZERO, Rate.parse("40m"));
        QueueOnAClock one = QueueOnAClock.ofAnyDisk();
        QueueOnAClock other = QueueOnAClock.ofAnyDisk();
        Grant grant = granted(Map.of("app", terms));
        for (QueueOnAClock disk : List.of(one, other)) {
            disk.grant = () -> grant;
        }
        Stream first = account(one, whole("app", terms)).shortRead();
        for (int i = 0; i < 3; i++) {
            Stream unused = account(other, whole("app", terms)).shortRead();
        }
        Map<String, Integer> streams = new HashMap<>();
        one.queue.countLimited(streams);
        other.queue.countLimited(streams);
        assertThat(streams).containsExactly(Map.entry("app:app", 4));
        one.queue.tick(grant, streams);
        other.queue.tick(grant, streams);
        assertThat(first.account().granted()).isEqualTo(Rate.parse("10m"));
        assertThat(account(other, whole("app", terms)).granted()).isEqualTo(Rate.parse("30m"));
    }

    @Test
    void floodOfPoolsAndTasks_takesNoMorePlacesThanThereAre_andTheyComeBack() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        Stream open = account(disk, path("open", 1)).shortRead();
        for (int pool = 0; pool < 200; pool++) {
            for (int task = 0; task < 100; task++) {
                Account unused = account(disk, path("pool-" + pool, task));
            }
        }
        Map<String, Account> accounts = open.account().tenantQueue().accounts();
        assertThat(accounts.size()).isLessThan(TenantQueue.MOST_PARTS + 300);
        assertThat(account(disk, path("another", 1))).isSameAs(account(disk, path("and another", 2)));

        disk.ticker.advance(Duration.ofSeconds(10));
        disk.queue.tick(Grant.NOBODY);
        disk.queue.tick(Grant.NOBODY);

        assertThat(accounts.size()).isLessThan(TenantQueue.FEW_PARTS);
        assertThat(account(disk, path("another", 1))).isNotSameAs(account(disk, path("and another", 2)));
        assertThat(account(disk, path("open", 1)))
                .as("a stream is at work in it")
                .isSameAs(open.account());
    }

    @Test
    void tasksWithoutAPlaceOfTheirOwn_areLimitedTogether() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        Grant grant = granted(Map.of("app", TEN_A_TASK));
        disk.grant = () -> grant;
        for (int task = 0; task <= TenantQueue.MOST_TASKS; task++) {
            Account unused = account(disk, task("app", task, TEN_A_TASK));
        }
        Account late = account(disk, task("app", 1_000_000, TEN_A_TASK));
        assertThat(late).isSameAs(account(disk, task("app", 1_000_001, TEN_A_TASK)));
        assertThat(late.isLimited()).isTrue();
    }

    @Test
    void application_movedWhatItsTasksDid_alsoThoseThatAreGone() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        Grant grant = granted(Map.of("app", TEN_A_TASK));
        disk.grant = () -> grant;
        for (int task = 0; task < 2 * TenantQueue.FEW_PARTS; task++) {
            account(disk, task("app", task, TEN_A_TASK)).pass(100);
        }
        account(disk, task("other", 1, TEN_A_TASK)).pass(1);
        for (int second = 0; second < 10; second++) {
            disk.ticker.advance(Duration.ofSeconds(1));
            disk.queue.tick(grant);
        }
        assertThat(disk.queue.applications(5))
                .extracting(each -> each.application() + " " + each.bytes())
                .containsExactly("app " + 200 * TenantQueue.FEW_PARTS, "other 1");
    }

    private static SharePath path(String pool, long task) {
        return SharePath.of("app", Optional.of(Part.of("1", pool).task(task)), PartTerms.NONE);
    }

    private static SharePath whole(String application, PartTerms terms) {
        return SharePath.of(application, Optional.empty(), terms);
    }

    private static SharePath task(String application, long number, PartTerms terms) {
        return SharePath.of(application, Optional.of(Part.NONE.task(number)), terms);
    }

    private static SharePath pool(String pool, PartTerms terms) {
        return SharePath.of("app", Optional.of(Part.of("1", pool)), terms);
    }

    private static Account account(QueueOnAClock disk, SharePath share) {
        return disk.queue.account(GOLD, share, () -> Tenant.DEFAULT);
    }

    private static Grant granted(Map<String, PartTerms> applications) {
        return granted(Terms.ofWeight(GOLD, 1), applications);
    }

    private static Grant granted(Terms gold, Map<String, PartTerms> applications) {
        return Grant.of(
                "default",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(gold),
                TenantRules.NONE,
                applications.entrySet().stream()
                        .map(each -> GrantedApplication.of(each.getKey(), "alice", GOLD, 1)
                                .on(each.getValue()))
                        .collect(java.util.stream.Collectors.toList()));
    }

    /** Rates in bytes per second over one second, after one second of warm-up. */
    private static double[] rates(QueueOnADisk rig, LongAdder... readers) {
        VolumeQueueTest.passTime(rig, Duration.ofSeconds(1));
        long began = System.nanoTime();
        double[] rates = new double[readers.length];
        for (int i = 0; i < readers.length; i++) {
            rates[i] = -readers[i].sum();
        }
        VolumeQueueTest.passTime(rig, Duration.ofSeconds(1));
        double elapsed = (System.nanoTime() - began) / 1e9;
        for (int i = 0; i < readers.length; i++) {
            rates[i] = (rates[i] + readers[i].sum()) / elapsed;
        }
        return rates;
    }
}
