package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Seeds;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Threads that do their own disk I/O: when they wait, what they are charged, and when another tenant has the disk. */
final class HeldTest {

    private static final int PACKET = 65_536;
    private static final int TAIL = 4;
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant OTHER = Tenant.named("other");

    private final QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
    private final AtomicLong deviceReads = new AtomicLong();

    @Test
    void shortRead_hasTheDiskUntilItsPacketWasSent() {
        Stream stream = shortRead();
        stream.before(0, PACKET);
        assertThat(disk.queue.isQuiet()).isFalse();
        stream.moved(PACKET);
        assertThat(disk.queue.isQuiet()).isTrue();
        assertThat(disk.sleeper.waits()).isZero();
    }

    @Test
    void shortRead_waitsWhileTheDiskIsOthers_andGoesOnWhenAPieceOfTheirsHasCompleted() {
        List<Stream> others = fillTheWindow();
        disk.sleeper.atEachRest(() -> others.get(0).moved(PACKET));
        shortRead().before(0, PACKET);
        assertThat(disk.sleeper.waits()).isEqualTo(1);
    }

    @Test
    void clientThatIsSlow_hasTheDiskForATenthOfASecondAlone() {
        List<Stream> others = fillTheWindow();
        shortRead().before(0, PACKET);
        assertThat(disk.sleeper.total()).isBetween(Duration.ofMillis(99), Duration.ofMillis(102));
        others.forEach(other -> other.moved(PACKET)); // the slow client returns in the end
        others.forEach(Stream::leave);
        assertThat(disk.errors).isEmpty();
    }

    @Test
    void clientThatIsSlow_hasTheDiskNoLongerThanTheDiskNeeds_whereTheKernelTellsThatItsThreadSleeps() {
        disk.sleep = Optional.of(() -> true);
        fillTheWindow();
        shortRead().before(0, PACKET);
        assertThat(disk.sleeper.total()).isLessThanOrEqualTo(Duration.ofMillis(2));
    }

    @Test
    void diskThatIsSlow_isNotTakenForASlowClient() {
        disk.sleep = Optional.of(() -> false);
        List<Stream> others = fillTheWindow();
        long began = disk.ticker.nanos();
        disk.sleeper.atEachRest(() -> {
            if (disk.ticker.nanos() - began > 500_000_000L) {
                others.get(0).moved(PACKET);
            }
        });
        shortRead().before(0, PACKET);
        assertThat(disk.sleeper.total()).isBetween(Duration.ofMillis(500), Duration.ofMillis(502));
    }

    @Test
    void threadThatWaitedLongest_goesOnOutOfTurn_andPaysForWhatItReads() {
        QueueOnAClock hasty = QueueOnAClock.ofAnyDisk(Duration.ofMillis(50), 0);
        hasty.deviceReads = deviceReads::get;
        fillTheWindow(hasty);
        Stream stream = hasty.account(GOLD).shortRead();
        stream.before(0, PACKET);
        assertThat(hasty.sleeper.total()).isEqualTo(Duration.ofMillis(50));
        assertThat(charged(hasty, GOLD)).isEqualTo(PACKET);
        stream.moved(PACKET); // the packet was in memory
        assertThat(charged(hasty, GOLD)).isZero();
    }

    @Test
    void packetOfManyPieces_waitsForThemAll_andHoldsNobodyUpForThose() {
        Stream stream = shortRead();
        int count = 4 * (int) disk.queue.requests().window();
        stream.before(0, count);
        assertThat(disk.sleeper.waits()).isZero();
        deviceReads.addAndGet(count);
        stream.moved(count);
        assertThat(disk.queue.isQuiet()).isTrue();
        assertThat(disk.charged()).isEqualTo(count);
    }

    @Test
    void readThatIsNotAnnounced_paysForItsFirstPacketAndWaitsForTheRest() {
        disk.deviceReads = deviceReads::get;
        Stream stream = disk.account(GOLD).longRead(Optional.empty());
        deviceReads.addAndGet(PACKET);
        stream.moved(PACKET);
        assertThat(disk.queue.isQuiet()).as("has a piece").isFalse();
        assertThat(disk.charged()).isEqualTo(PACKET + disk.queue.requests().piece());
        stream.leave();
        assertThat(disk.charged()).isEqualTo(PACKET);
        assertThat(disk.queue.isQuiet()).isTrue();
    }

    @Test
    void readThatIsNotAnnounced_isHeldAfterItsFirstPacketWhileTheDiskIsOthers() {
        fillTheWindow();
        disk.account(GOLD).longRead(Optional.empty()).moved(PACKET);
        assertThat(disk.sleeper.waits()).isPositive();
    }

    @Test
    void lastFewBytes_neverWait() {
        fillTheWindow();
        disk.account(GOLD).longRead(Optional.empty()).moved(TAIL);
        assertThat(disk.sleeper.waits()).isZero();
    }

    @Test
    void lastFewBytes_doNotMakeARead_lookAsIfItCameFromMemory() {
        Stream stream = shortRead();
        stream.before(0, PACKET);
        deviceReads.addAndGet(PACKET);
        stream.moved(PACKET);
        stream.moved(TAIL);
        fillTheWindow();
        stream.before(10 * PACKET, PACKET);
        assertThat(disk.sleeper.waits()).isPositive();
    }

    @Test
    void threadThatReadsFromMemory_isNotHeldAnyMore() {
        Stream stream = shortRead();
        stream.before(0, PACKET);
        stream.moved(PACKET);
        fillTheWindow();
        for (int i = 1; i < 1000; i++) {
            stream.before(i * (long) PACKET, PACKET);
            stream.moved(PACKET);
        }
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.account(GOLD).tenantQueue().transferred.sum()).isEqualTo(1000L * PACKET);
    }

    @Test
    void readsHereAndThere_areChargedWhatTheDiskDid_howeverTheyPassed() {
        Seeds.seeded(100, random -> {
            QueueOnAClock any = QueueOnAClock.ofAnyDisk(Duration.ofMillis(random.nextInt(3)), 0);
            AtomicLong reads = new AtomicLong();
            any.deviceReads = reads::get;
            if (random.nextBoolean()) {
                fillTheWindow(any);
            }
            boolean isLong = random.nextBoolean();
            Stream stream = isLong
                    ? any.account(GOLD).longRead(Optional.empty())
                    : any.account(GOLD).shortRead();
            long position = 0;
            for (int packets = random.nextInt(1, 100); packets > 0; packets--) {
                position = random.nextInt(4) == 0 ? random.nextLong(1L << 30) : position;
                // A long read that ends within a piece is charged what it was granted and used.
                int count = isLong ? 1 << 20 : random.nextInt(512, 1 << random.nextInt(10, 21));
                stream.before(position, count);
                if (packets == 1 || random.nextBoolean()) {
                    reads.addAndGet(random.nextInt(2 * count));
                    any.ticker.advance(Duration.ofMillis(5)); // a disk takes its time
                }
                stream.moved(count);
                position += count;
            }
            stream.leave();
            assertThat(charged(any, GOLD)).isEqualTo(reads.get());
            assertThat(any.errors).isEmpty();
        });
    }

    @Test
    void whatIsTransferred_isChargedWhereThatIsTheMeasure_toTheLastByte() {
        Seeds.seeded(100, random -> {
            QueueOnAClock any = new QueueOnAClock(
                    new QueueSettings(WaitLimits.of(Duration.ofMillis(random.nextInt(3))), Optional.empty(), true, 0));
            if (random.nextBoolean()) {
                fillTheWindow(any);
            }
            boolean announced = random.nextBoolean();
            Stream stream = random.nextBoolean()
                    ? any.account(GOLD).shortRead()
                    : any.account(GOLD).longRead(Optional.empty());
            long moved = 0;
            for (int packets = random.nextInt(1, 100); packets > 0; packets--) {
                int count = random.nextInt(512, 1 << random.nextInt(10, 21));
                if (announced) {
                    stream.before(moved, count);
                }
                stream.moved(count);
                moved += count;
            }
            stream.leave();
            assertThat(charged(any, GOLD)).isEqualTo(moved);
            assertThat(any.errors).isEmpty();
        });
    }

    @Test
    void piecesOfOthersThatAreHeld_areReadByTheirThreads() {
        Stream stream = shortRead();
        stream.before(0, PACKET);
        List<Stream> others = fillTheWindow();
        Stream waiting = disk.account(OTHER).shortRead();
        waiting.before(0, PACKET); // out of turn in the end, and wants the rest of it
        deviceReads.addAndGet(PACKET);
        stream.moved(PACKET);
        stream.before(PACKET, PACKET);
        deviceReads.addAndGet(PACKET);
        stream.moved(PACKET);
        others.forEach(Stream::leave);
        assertThat(charged(disk, GOLD)).isEqualTo(2 * PACKET);
    }

    @Test
    void threadThatIsHeldBetweenPackets_andReadsFromMemory_isNotHeldAnyMore() {
        disk.deviceReads = deviceReads::get;
        Stream stream = disk.account(GOLD).longRead(Optional.empty());
        for (int i = 0; i < 4; i++) {
            stream.moved(PACKET);
        }
        fillTheWindow();
        for (int i = 0; i < 1000; i++) {
            stream.moved(PACKET);
            disk.ticker.advance(Duration.ofMillis(1));
        }
        assertThat(disk.sleeper.waits()).isZero();
    }

    @Test
    void threadThatIsHeldBetweenPackets_andReadsFromTheDiskAgain_paysAndIsHeldAtOnce() {
        disk.deviceReads = deviceReads::get;
        Stream stream = disk.account(GOLD).longRead(Optional.empty());
        for (int i = 0; i < 4; i++) {
            stream.moved(PACKET);
        }
        fillTheWindow();
        deviceReads.addAndGet(40 * PACKET);
        disk.ticker.advance(Duration.ofMillis(2));
        stream.moved(PACKET);
        assertThat(disk.sleeper.waits()).isPositive();
        assertThat(charged(disk, GOLD)).isGreaterThanOrEqualTo(40L * PACKET);
    }

    private static long charged(QueueOnAClock any, Tenant tenant) {
        any.queue.tick(any.grant.get());
        return any.queue.activity().tenants().stream()
                .filter(each -> each.terms().tenant().equals(tenant))
                .mapToLong(TenantActivity::charged)
                .sum();
    }

    private Stream shortRead() {
        disk.deviceReads = deviceReads::get;
        return disk.account(GOLD).shortRead();
    }

    private List<Stream> fillTheWindow() {
        return fillTheWindow(disk);
    }

    /** Another tenant occupies the disk: threads that have what the disk is asked for at once. */
    private static List<Stream> fillTheWindow(QueueOnAClock any) {
        return java.util.stream.Stream.generate(() -> any.account(OTHER).shortRead())
                .limit(any.queue.requests().window() / (Window.PIECES * PACKET))
                .peek(other -> other.before(0, PACKET))
                .collect(Collectors.toList());
    }
}
