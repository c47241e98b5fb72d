package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.fakes.SeenDisk;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class VolumePacerTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final int PACKET = 65_536;
    private static final Duration TICK = Duration.ofMillis(50);

    private final HandSetTicker ticker = new HandSetTicker();
    private final ClockParker parker = new ClockParker(ticker);
    private final VolumePacer pacer = pacer(Rate.parse("100m"));

    private VolumePacer pacer(Rate capacity) {
        return VolumePacer.ofCapacity(
                "DS-1", capacity, PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP), new Gate(), ticker, parker);
    }

    @Test
    void tenant_hasOneBucketOfItsOwn() {
        assertThat(pacer.bucket(GOLD)).isSameAs(pacer.bucket(Tenant.named("gold")));
        assertThat(pacer.bucket(GOLD).tenant()).isEqualTo(GOLD);
        assertThat(pacer.bucket(Tenant.DEFAULT)).isNotSameAs(pacer.bucket(GOLD));
    }

    @Test
    void ticks_areFewerOnlyWhileNobodyIsPacedAndTheDiskHasLittleToDo() {
        AtomicReference<DiskUse> use = new AtomicReference<>(DiskUse.NONE);
        VolumePacer watching = VolumePacer.watching(
                "DS-1",
                SeenDisk.doing(now -> use.get(), thread -> false),
                PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
                new Gate(),
                ticker,
                parker);
        watching.bucket(GOLD).pace(PACKET);
        assertThat(pauses(watching, Grant.NOBODY)).containsOnly(TICK).hasSize(19);
        watching.tick(Grant.NOBODY);
        assertThat(watching.untilNextTick(TICK)).isEqualTo(TICK.multipliedBy(4));
        use.set(DiskUse.of(0.6, PACKET));
        watching.tick(Grant.NOBODY);
        assertThat(watching.untilNextTick(TICK)).as("the disk is busy").isEqualTo(TICK);
        use.set(DiskUse.NONE);
        watching.tick(limited(GOLD));
        pauses(watching, limited(GOLD));
        assertThat(watching.untilNextTick(TICK)).as("a limit holds").isEqualTo(TICK);
        pauses(pacer, Grant.NOBODY);
        pacer.tick(Grant.NOBODY);
        assertThat(pacer.untilNextTick(TICK)).as("a capacity is set").isEqualTo(TICK);
    }

    private static List<Duration> pauses(VolumePacer pacer, Grant grant) {
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 19; i++) {
            pacer.tick(grant);
            pauses.add(pacer.untilNextTick(TICK));
        }
        return pauses;
    }

    private static Grant limited(Tenant tenant) {
        return Grant.of(
                "c",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                List.of(Terms.of(tenant, 1, Rate.ZERO, Rate.parse("1m"))),
                TenantRules.NONE,
                List.of());
    }

    @Test
    void millionTenants_keepTheBucketsBoundedAndShareTheDefaultTenants() {
        pacer.bucket(GOLD);
        for (int i = 0; i < 1_000_000; i++) {
            pacer.bucket(Tenant.named("t" + i)).pace(1);
        }
        pacer.tick(Grant.NOBODY);
        assertThat(pacer.activity().tenants()).hasSize(VolumePacer.MOST_BUCKETS);
        assertThat(pacer.bucket(Tenant.named("late")).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(pacer.bucket(GOLD).tenant()).isEqualTo(GOLD);
        assertThat(pacer.activity().tenants().stream()
                        .mapToLong(TenantActivity::bytes)
                        .sum())
                .isEqualTo(1_000_000);
    }

    @Test
    void tenantBeyondTheBound_sharesTheBucketItIsToldOrElseTheDefaultTenants() {
        pacer.bucket(GOLD);
        for (int i = 0; i < VolumePacer.MOST_BUCKETS; i++) {
            pacer.bucket(Tenant.named("t" + i));
        }
        Tenant late = Tenant.named("late");
        assertThat(pacer.bucket(late, () -> GOLD)).isSameAs(pacer.bucket(GOLD));
        assertThat(pacer.bucket(late, () -> Tenant.named("later")).tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(pacer.bucket(late)).isSameAs(pacer.bucket(Tenant.DEFAULT));
    }

    @Test
    void tenantsThatNobodyUsesAnyMore_makeRoomBeforeThePlacesRunOut() {
        VolumePacer seeing = VolumePacer.watching(
                "DS-1", SeenDisk.idle(), PacingLimits.of(Duration.ofSeconds(2)), new Gate(), ticker, parker);
        for (VolumePacer each : List.of(pacer, seeing)) {
            TenantBucket ours = each.bucket(GOLD);
            ours.join(Transfer.ofThisThread(1));
            for (int generation = 0; generation < 50; generation++) {
                for (int i = 0; i < 1000; i++) {
                    Tenant tenant = Tenant.named("t" + generation + "." + i);
                    assertThat(each.bucket(tenant).tenant()).isEqualTo(tenant);
                }
                ticker.advance(Duration.ofSeconds(61));
                each.tick(Grant.NOBODY);
            }
            assertThat(each.activity().tenants()).hasSizeLessThan(VolumePacer.CROWDED);
            assertThat(each.bucket(GOLD)).isSameAs(ours); // one of its threads lives
        }
    }

    @Test
    void tenantThatWasForgottenAndComesBack_isPacedAsBefore() {
        for (int i = 0; i < VolumePacer.CROWDED; i++) {
            pacer.bucket(Tenant.named("t" + i)).pace(1L << 30);
        }
        ticker.advance(Duration.ofSeconds(61));
        pacer.tick(Grant.NOBODY);
        assertThat(pacer.activity().tenants()).isEmpty();
        parker.forget();
        TenantBucket back = pacer.bucket(Tenant.named("t7"));
        for (int i = 0; i < 160; i++) {
            back.pace(PACKET);
            pacer.tick(Grant.NOBODY);
        }
        assertThat(parker.total()).isBetween(Duration.ofMillis(70), Duration.ofMillis(100));
        assertThat(pacer.activity().tenants())
                .singleElement()
                .extracting(TenantActivity::bytes)
                .isEqualTo(160L * PACKET);
    }

    @Test
    void tenantsThatComeAllAtOnce_doNotOverstepTheBound() throws Exception {
        int threads = 16;
        ExecutorService crowd = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier together = new CyclicBarrier(threads);
            Set<TenantBucket> buckets = ConcurrentHashMap.newKeySet();
            for (Future<?> done : IntStream.range(0, threads)
                    .<Future<?>>mapToObj(thread -> crowd.submit(() -> {
                        for (int i = 0; i < 600; i++) {
                            together.await();
                            buckets.add(pacer.bucket(Tenant.named("t" + thread + "." + i)));
                        }
                        return null;
                    }))
                    .collect(Collectors.toList())) {
                done.get();
            }
            assertThat(buckets).hasSize(VolumePacer.MOST_BUCKETS);
        } finally {
            crowd.shutdownNow();
        }
    }

    @Test
    void newcomer_mayUseTheWholeDiskUntilTheNextTickAndNoMore() {
        TenantBucket bucket = pacer.bucket(GOLD);
        for (int i = 0; i < 160; i++) {
            bucket.pace(PACKET);
        }
        assertThat(ticker.nanos()).isCloseTo(98_750_000L, within(100_000L));
    }

    @Test
    void creditOfAnIdleTenant_isAQuarterOfASecond() {
        TenantBucket bucket = pacer.bucket(GOLD);
        for (int i = 0; i < 100; i++) {
            ticker.advance(Duration.ofMillis(50));
            pacer.tick(Grant.NOBODY);
        }
        int packets = 0;
        while (parker.rests() == 0) {
            bucket.pace(PACKET);
            packets++;
        }
        assertThat(packets).isEqualTo(401); // 25 MiB and the one that rests
    }

    @Test
    void debt_isForgivenBeyondFourSeconds() {
        TenantBucket bucket = pacer.bucket(GOLD);
        bucket.pace(1L << 40); // what thousands of streams that slept their two seconds would leave
        pacer.tick(Grant.NOBODY);
        parker.forget();
        bucket.pace(PACKET);
        bucket.pace(PACKET);
        bucket.pace(PACKET);
        assertThat(parker.total()).isBetween(Duration.ofMillis(4000), Duration.ofMillis(4010));
    }

    @Test
    void tickWithinTheSameNanosecond_changesNothing() {
        pacer.bucket(GOLD).pace(PACKET);
        ticker.advance(Duration.ofMillis(50));
        pacer.tick(Grant.NOBODY);
        Rate rate = pacer.activity().tenants().get(0).rate();
        pacer.tick(Grant.NOBODY);
        assertThat(pacer.activity().tenants().get(0).rate()).isEqualTo(rate);
        assertThat(pacer.volume()).isEqualTo("DS-1");
        assertThat(pacer.activity().capacity()).contains(Rate.parse("100m"));
    }

    @Test
    void ticksOverTheWrapAroundOfTheClock_changeNothing() {
        HandSetTicker late = new HandSetTicker(Long.MAX_VALUE - 1_000_000_000L);
        VolumePacer wrapping = VolumePacer.ofCapacity(
                "DS-1",
                Rate.ofBytesPerSecond(10_000_000),
                PacingLimits.of(Duration.ofSeconds(2)),
                new Gate(),
                late,
                new ClockParker(late));
        long start = late.nanos();
        long packets = 0;
        while (late.nanos() - start < 5_000_000_000L) {
            wrapping.bucket(GOLD).pace(PACKET);
            wrapping.tick(Grant.NOBODY);
            packets++;
        }
        assertThat(packets * PACKET).isBetween(50_000_000L, 50_400_000L);
    }

    @Test
    void callThatNeedNotRest_allocatesNothing() {
        TenantBucket bucket = VolumePacer.watching(
                        "DS-1",
                        DiskWatch.BLIND,
                        PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP),
                        new Gate(),
                        ticker,
                        parker)
                .bucket(GOLD);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(allocatedBy(() -> bucket.pace(PACKET))).isZero();
    }

    @Test
    void callThatRests_allocatesNothing() {
        TenantBucket bucket = pacer(Rate.parse("1024t")).bucket(GOLD);
        assertThat(allocatedBy(() -> bucket.pace(1 << 30))).isZero();
        assertThat(bucket.restedNanos()).isPositive();
    }

    private static long allocatedBy(Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        // The compiler may allocate on our behalf while it replaces code under way; what the calls allocate, they
        // allocate each time.
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(self);
            for (int i = 0; i < 1_000_000; i++) {
                call.run();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
        }
        return least;
    }
}
