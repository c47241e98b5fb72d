package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Seeds;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Sending;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** No thread of the host waits longer than it may, whatever happens. */
final class WaitsTest {

    private static final int PACKET = 65_536;
    private static final Rate MEBIBYTE = Rate.ofBytesPerSecond(1 << 20);
    private static final Tenant GOLD = Tenant.named("gold");

    private final QueueOnAClock disk = new QueueOnAClock(MEBIBYTE);

    @Test
    void tenant_isHeldToWhatTheDiskMayBeAskedFor() {
        Stream stream = disk.writing(GOLD);
        for (int i = 0; i < 160; i++) {
            stream.moved(PACKET);
        }
        assertThat(disk.sleeper.total()).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(14));
    }

    @Test
    void hugeCharge_isWaitedForNoLongerThanTheLongestWait_andForgottenWithinSeconds() {
        Stream stream = disk.writing(GOLD);
        stream.moved(1L << 50);
        assertThat(disk.sleeper.total()).isLessThanOrEqualTo(QueueOnAClock.LONGEST);
        disk.ticker.advance(Duration.ofSeconds(10));
        disk.sleeper.forget();
        stream.moved(PACKET);
        assertThat(disk.sleeper.total()).isLessThan(Duration.ofMillis(500));
    }

    @Test
    void application_isKnownToHaveWaitedAsLongAsItsThreadsWere() {
        Stream tagged = writing(application("app-1"));
        Stream untagged = writing(SharePath.of("from:127.0.0.1"));
        for (int i = 0; i < 32; i++) {
            tagged.moved(PACKET);
        }
        Duration ofTagged = disk.sleeper.total();
        for (int i = 0; i < 32; i++) {
            untagged.moved(PACKET);
        }
        assertThat(disk.queue.applications(5)).singleElement().satisfies(activity -> {
            assertThat(activity.application()).isEqualTo("app-1");
            assertThat(activity.tenant()).isEqualTo(GOLD);
            assertThat(activity.bytes()).isEqualTo(32L * PACKET);
            assertThat(activity.waited()).isPositive().isEqualTo(ofTagged);
        });
    }

    @Test
    void applicationsThatWaitedLongest_areTold_andThoseThatUseTheDiskNoMoreAreNot() {
        for (int i = 1; i <= 4; i++) {
            Stream stream = writing(application("app-" + i));
            for (int packets = 0; packets < 16 * i; packets++) {
                stream.moved(PACKET);
            }
            stream.leave();
        }
        assertThat(disk.queue.applications(2))
                .extracting(activity -> activity.application())
                .containsExactly("app-4", "app-3");
        disk.ticker.advance(Duration.ofSeconds(61));
        assertThat(disk.queue.applications(2)).isEmpty();
    }

    private static SharePath application(String id) {
        return SharePath.of(id, Optional.empty(), PartTerms.NONE);
    }

    private Stream writing(SharePath share) {
        return disk.queue.account(GOLD, share, () -> Tenant.DEFAULT).write(Optional.empty(), Long.MAX_VALUE);
    }

    private void tick(int times) {
        for (int i = 0; i < times; i++) {
            disk.queue.tick(disk.grant.get());
        }
    }

    @Test
    void threadThatNothingHoldsBack_isSeenToSleepOrToSendOrToRun_onceInATick() {
        AtomicBoolean sleeps = new AtomicBoolean(true);
        AtomicBoolean waitsForDisk = new AtomicBoolean();
        AtomicReference<Optional<Sending>> sent = new AtomicReference<>(Optional.empty());
        disk.sleep = Optional.of(sleeps::get);
        disk.sending = Optional.of(sent::get);
        disk.diskWait = Optional.of(waitsForDisk::get);
        Stream tagged = writing(application("app-1"));
        tagged.moved(PACKET);
        tick(3);
        sent.set(Optional.of(Sending.NETWORK));
        tick(1);
        sent.set(Optional.empty()); // between two pieces
        tick(2);
        sleeps.set(false);
        tick(2);
        waitsForDisk.set(true);
        tick(4);
        waitsForDisk.set(false);
        disk.sleeper.atEachRest(() -> tick(1)); // it is held
        tagged.moved(8L * PACKET);

        assertThat(disk.sleeper.waits()).isPositive();
        assertThat(disk.queue.applications(5)).singleElement().satisfies(activity -> {
            assertThat(activity.slept()).isEqualTo(3);
            assertThat(activity.sent()).isEqualTo(3);
            assertThat(activity.ran()).isEqualTo(2);
        });
        tagged.leave();
        tick(4);
        assertThat(disk.queue.applications(5).get(0).ran())
                .as("nobody is there")
                .isEqualTo(2);
    }

    @Test
    void interruptedThread_goesOnAtOnceAndKeepsItsFlag() {
        Stream stream = disk.writing(GOLD);
        Thread.currentThread().interrupt();
        stream.moved(1L << 40);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(disk.sleeper.total()).isZero();
    }

    @Test
    void threadThatIsInterruptedWhileItWaits_goesOnWithinASlice() {
        Stream stream = disk.writing(GOLD);
        disk.sleeper.atEachRest(() -> Thread.currentThread().interrupt());
        stream.moved(1L << 40);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(disk.sleeper.waits()).isEqualTo(1);
    }

    @Test
    void bypassThatOpens_letsWhoeverWaitsGoOn() {
        Stream stream = disk.writing(GOLD);
        disk.sleeper.atEachRest(disk.bypass::open);
        stream.moved(1L << 40);
        assertThat(disk.sleeper.waits()).isEqualTo(1);
        assertThat(disk.account(GOLD).tenantQueue().waiting).hasValue(0);
    }

    @Test
    void diskThatIsReleased_letsWhoeverWaitsGoOn() {
        Stream stream = disk.writing(GOLD);
        disk.sleeper.atEachRest(disk.queue::release);
        stream.moved(1L << 40);
        assertThat(disk.sleeper.waits()).isEqualTo(1);
    }

    @Test
    void operationThatIsEndedByAnotherThread_letsItsThreadGoOn() {
        Stream stream = disk.writing(GOLD);
        disk.sleeper.atEachRest(stream::leave);
        stream.moved(1L << 40);
        assertThat(disk.sleeper.waits()).isEqualTo(1);
        assertThat(disk.account(GOLD).tenantQueue().threads).hasValue(0);
    }

    @Test
    void clockThatStandsStill_endsAWaitAfterItsLongest() {
        AtomicLong parked = new AtomicLong();
        disk.parker = parked::addAndGet;
        disk.writing(GOLD).moved(1L << 40);
        assertThat(parked.get()).isBetween(QueueOnAClock.LONGEST.toNanos(), QueueOnAClock.LONGEST.toNanos() * 2);
    }

    @Test
    void clockThatGoesBackHours_starvesNobody() {
        Stream stream = disk.writing(GOLD);
        for (int i = 0; i < 16; i++) {
            stream.moved(PACKET);
        }
        disk.ticker.advance(-Duration.ofHours(5).toNanos());
        disk.sleeper.forget();
        for (int i = 0; i < 160; i++) {
            stream.moved(PACKET);
        }
        assertThat(disk.sleeper.total()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(20));
    }

    @Test
    void hdfssOwnWork_isNeverSlowerThanItsFloor() {
        Stream stream = disk.writing(Tenant.REPLICATION);
        stream.moved(1L << 40);
        disk.sleeper.forget();
        for (int i = 0; i < 64; i++) {
            stream.moved(PACKET);
        }
        assertThat(disk.sleeper.total()).as("4 MiB at 4 MiB a second").isLessThanOrEqualTo(Duration.ofMillis(1100));
    }

    @Test
    void floorOfHdfssOwnWork_isSharedByTheThreadsThatWait() {
        TenantQueue recovery = new TenantQueue(Tenant.RECOVERY, null, 0);
        WaitLimits limits = WaitLimits.of(QueueOnAClock.LONGEST);
        recovery.waiting.set(1);
        long alone = recovery.longestWaitNanos(false, PACKET, limits);
        assertThat(Duration.ofNanos(alone)).as("64 KiB at 4 MiB a second").isEqualTo(Duration.ofNanos(15_625_000));
        recovery.waiting.set(8);
        assertThat(recovery.longestWaitNanos(false, PACKET, limits)).isEqualTo(8 * alone);
        recovery.waiting.set(1_000_000);
        assertThat(recovery.longestWaitNanos(false, PACKET, limits)).isEqualTo(QueueOnAClock.LONGEST.toNanos());
        assertThat(recovery.longestWaitNanos(false, Long.MAX_VALUE, limits)).isEqualTo(QueueOnAClock.LONGEST.toNanos());
    }

    @Test
    void tenantsThatComeAndGoAtRandom_leaveNobodyWaitingAndNothingOutstanding() {
        Seeds.seeded(50, random -> {
            QueueOnAClock busy = new QueueOnAClock(MEBIBYTE);
            for (int i = 0; i < 100; i++) {
                Stream stream = busy.writing(Tenant.named("t" + random.nextInt(5)));
                for (int packets = random.nextInt(5); packets > 0; packets--) {
                    stream.moved(1 + random.nextInt(1 << random.nextInt(1, 24)));
                }
                if (random.nextBoolean()) {
                    stream.leave();
                }
                busy.queue.tick(busy.grant.get());
            }
            busy.queue.close();
            assertThat(busy.errors).isEmpty();
            busy.queue.tick(busy.grant.get());
            assertThat(busy.queue.activity().tenants()).allSatisfy(tenant -> {
                assertThat(tenant.waiting()).isZero();
                assertThat(tenant.threads()).isZero();
            });
        });
    }

    @Test
    void tenantBeyondTheBound_sharesTheDefaultTenantsPlace() {
        for (int i = 0; i < Tenants.MOST + 10; i++) {
            disk.account(Tenant.named("t" + i)).pass(1);
        }
        assertThat(disk.account(Tenant.named("another")).tenant()).isEqualTo(Tenant.DEFAULT);
        disk.queue.tick(disk.grant.get());
        assertThat(disk.queue.activity().tenants()).hasSize(Tenants.MOST);
    }

    @Test
    void tenantsThatNobodyUsesAnyMore_makeRoom() {
        for (int i = 0; i < Tenants.MOST; i++) {
            disk.account(Tenant.named("t" + i)).pass(1);
        }
        disk.ticker.advance(Duration.ofMinutes(2));
        disk.queue.tick(disk.grant.get());
        assertThat(disk.account(Tenant.named("another")).tenant()).isEqualTo(Tenant.named("another"));
    }
}
