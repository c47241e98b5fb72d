package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.fakes.LogLines;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A disk that hangs, fails or is slow costs its readers something, and nobody else: neither the controller nor a stop. */
final class HungDiskTest {

    private static final int PACKET = 65_536;
    private static final Duration SILENCE = Duration.ofMillis(2_001);
    private static final long LONGEST_NANOS = QueueOnAClock.LONGEST.toNanos();
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Tenant OTHER = Tenant.named("other");

    private final Set<Thread> askers = ConcurrentHashMap.newKeySet();
    private final CountDownLatch hung = new CountDownLatch(1);
    private final List<Thread> readers = new ArrayList<>();
    private final AtomicInteger through = new AtomicInteger();
    private final FakeFile file = new FakeFile(1L << 40);
    private long position;
    private QueueOnAClock disk = QueueOnAClock.ofAnyDisk();

    @AfterEach
    void letGo() throws InterruptedException {
        hung.countDown();
        disk.queue.close();
        for (Thread reader : readers) {
            reader.join(10_000);
            assertThat(reader.isAlive()).isFalse();
        }
        assertThat(disk.errors).isEmpty();
    }

    private void hang() {
        askers.add(Thread.currentThread());
        assertThatNoException().isThrownBy(hung::await);
    }

    @Test
    void controller_neverAsksTheDisk() {
        disk = new QueueOnAClock(Rate.ofBytesPerSecond(1 << 20));
        disk.writing(OTHER).moved(16 << 20); // the limit is reached for seconds
        parkForReal();
        reader(file);
        file.disk = this::hang;
        disk.ticker.advance(Duration.ofSeconds(10)); // and due again
        disk.queue.tick(disk.grant.get());
        disk.queue.closeEnded();
        disk.queue.shareDisk(true);
        disk.queue.chargeBeside(GOLD, "app-1", 1 << 20);
        assertThat(askers).doesNotContain(Thread.currentThread());
    }

    @Test
    void whatATickReleases_isAskedForByTheVolumesThread() {
        disk = new QueueOnAClock(Rate.ofBytesPerSecond(1 << 20));
        disk.writing(OTHER).moved(16 << 20);
        parkForReal();
        reader(file);
        file.disk = () -> askers.add(Thread.currentThread());
        disk.queue.start();
        disk.ticker.advance(Duration.ofSeconds(10));
        disk.queue.tick(disk.grant.get());
        await().until(() -> through.get() == 1);
        assertThat(askers).isNotEmpty().allSatisfy(asker -> assertThat(asker.getName())
                .startsWith("hdfs-throttle-"));
    }

    @Test
    void streamThatSomebodyElseFindsOver_isClosedByTheVolumesThread() throws InterruptedException {
        Thread ended =
                new Thread(() -> disk.account(GOLD).longRead(Optional.of(file)).before(0, PACKET));
        ended.start();
        ended.join();
        disk.queue.closeEnded();
        assertThat(file.closed).as("by the controller").isFalse();
        disk.queue.start();
        await().until(() -> file.closed);
    }

    @Test
    void queueThatCloses_asksTheDiskForNothing_andReleasesWhoeverWaits() {
        parkForReal();
        List<Stream> occupied = new ArrayList<>();
        for (long room = disk.queue.requests().window(); room > 0; room -= Window.PIECES * PACKET) {
            Stream other = disk.account(OTHER).shortRead();
            other.before(0, PACKET);
            occupied.add(other);
        }
        reader(file);
        disk.queue.close();
        await().until(() -> through.get() == 1);
        occupied.forEach(Stream::leave);
        disk.queue.tick(disk.grant.get());
        assertThat(file.reads).isEmpty();
    }

    @Test
    void queueOfADiskThatHangs_closesAtOnce() {
        parkForReal();
        file.disk = this::hang;
        disk.queue.start();
        reader(file); // hangs in the disk, as it would without us
        await().until(() -> !askers.isEmpty());
        FakeFile another = new FakeFile(1L << 40);
        reader(another);
        Thread closing = new Thread(disk.queue::close);
        closing.start();
        await().until(() -> !closing.isAlive());
        await().until(() -> through.get() == 1);
        assertThat(hung.getCount()).as("still hangs").isEqualTo(1);
    }

    @Test
    void badSector_stopsNobodyElse() {
        disk.start();
        FakeFile bad = new FakeFile(1L << 40);
        Stream stream = disk.account(GOLD).longRead(Optional.of(bad));
        bad.disk = () -> {
            if (Thread.currentThread().getName().startsWith("hdfs-throttle-") && askers.isEmpty()) {
                hang();
            }
        };
        stream.before(0, PACKET);
        await().until(() -> !askers.isEmpty());
        disk.ticker.advance(Duration.ofSeconds(2)); // its room is free again
        Stream other = disk.account(OTHER).longRead(Optional.of(file));
        CountDownLatch over = new CountDownLatch(1);
        Thread controller = new Thread(() -> {
            while (over.getCount() > 0) {
                disk.queue.tick(Grant.NOBODY);
                LockSupport.parkNanos(1_000_000);
            }
        });
        controller.start();
        for (int packet = 0; packet < 256; packet++) {
            other.before(packet * (long) PACKET, PACKET);
            other.moved(PACKET);
        }
        over.countDown();
        assertThat(disk.account(OTHER).tenantQueue().outOfTurn.sum()).isZero();
        assertThat(hung.getCount()).as("still retried").isEqualTo(1);
    }

    @Test
    void sharedDisk_isToldLoudly_andOnce() {
        try (LogLines log = new LogLines(VolumeQueue.class)) {
            for (int second = 0; second < 10; second++) {
                disk.queue.shareDisk(true);
                disk.queue.tick(Grant.NOBODY);
            }
            assertThat(disk.queue.activity().disk().trouble()).startsWith("shared disk: ");
            assertThat(log.all()).singleElement().asString().contains("WARN", "Volume DS-1: shared disk: ");
            disk.queue.shareDisk(false);
            disk.queue.tick(Grant.NOBODY);
            assertThat(disk.queue.activity().disk().trouble()).isEmpty();
            assertThat(log.all()).hasSize(2);
        }
    }

    @Test
    void diskThatAnswersNothing_isNotScheduled_untilItAnswers() {
        disk.start();
        disk.parker = nanos -> { // the longest wait in a hundred steps
            disk.sleeper.park(Math.min(nanos, LONGEST_NANOS / 100));
            LockSupport.parkNanos(1_000_000);
        };
        file.disk = () -> {
            if (Thread.currentThread().getName().startsWith("hdfs-throttle-")) {
                hang();
            }
        };
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        stream.before(0, PACKET);
        for (int other = 0; other < 3; other++) {
            disk.account(OTHER).longRead(Optional.of(file)).before(0, PACKET);
        }
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            disk.queue.tick(Grant.NOBODY);
            return !disk.queue.isScheduling();
        });
        disk.queue.tick(Grant.NOBODY);
        assertThat(disk.queue.activity().disk().trouble()).contains("does not answer", "everything passes");
        disk.sleeper.forget();
        stream.before(1L << 30, PACKET);
        assertThat(disk.sleeper.waits()).isZero();
        hung.countDown();
        await().until(() -> {
            disk.queue.tick(Grant.NOBODY);
            return disk.queue.isScheduling();
        });
    }

    @Test
    void diskThatHangs_hasNoCapacity_untilItAnswers() {
        measure();
        AtomicBoolean hangs = new AtomicBoolean(true);
        file.disk = () -> {
            if (hangs.get() && Thread.currentThread().getName().startsWith("hdfs-throttle-")) {
                hang();
            }
        };
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        stream.before(0, PACKET);
        await().until(() -> !askers.isEmpty());
        assertThat(capacity()).as("a slow answer").isPositive();
        disk.ticker.advance(SILENCE);
        assertThat(capacity()).isZero();
        disk.ticker.advance(Duration.ofMinutes(1));
        assertThat(capacity()).isZero();
        hangs.set(false);
        hung.countDown();
        await().until(() -> capacity() > 0);
    }

    @Test
    void operationThatEndsBeforeItsPieceHasCome_saysNothingOfTheDisk() {
        measure();
        file.disk = () -> {
            if (Thread.currentThread().getName().startsWith("hdfs-throttle-")) {
                hang();
            }
        };
        disk.account(GOLD).longRead(Optional.of(file)).before(0, PACKET);
        await().until(() -> !askers.isEmpty());
        Stream ends = disk.account(OTHER).longRead(Optional.of(new FakeFile(1L << 40)));
        ends.before(0, PACKET);
        ends.leave();
        disk.ticker.advance(SILENCE);
        await().until(() -> {
            boolean isSilent = capacity() == 0; // and a thread takes the place of the one that hangs
            return isSilent && disk.queue.isQuiet();
        });
        assertThat(capacity()).isZero();
    }

    @Test
    void diskThatReadsNothing_hasNoCapacity_untilItReads() {
        measure();
        file.unreadable = true;
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        for (int packet = 0; packet < 100; packet++) {
            stream.before((long) packet << 20, PACKET); // each as if it were another operation
            disk.settle();
            disk.ticker.advance(SILENCE.dividedBy(50));
        }
        assertThat(capacity()).isZero();
        file.unreadable = false;
        stream.before(1L << 30, PACKET);
        disk.settle();
        assertThat(capacity()).isPositive();
    }

    @Test
    void whatADiskCannotRead_isNoThroughputOfIt() {
        disk.start();
        file.unreadable = true;
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        read(stream, 400);
        assertThat(disk.queue.activity().capacity()).isEmpty();
    }

    @Test
    void fileThatCannotBeRead_isAskedForByItsThreadAlone() {
        disk.start();
        file.unreadable = true;
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        stream.before(0, PACKET);
        disk.settle();
        int asked = file.reads.size();
        read(stream, 100);
        assertThat(file.reads).hasSize(asked);
        assertThat(disk.charged()).isGreaterThanOrEqualTo(100L * PACKET);
        assertThat(disk.sleeper.waits()).isZero();
    }

    @Test
    void oneBadSector_costsADiskNoCapacity() {
        measure();
        file.unreadable = true;
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        stream.before(0, PACKET);
        disk.settle();
        disk.ticker.advance(Duration.ofMinutes(1));
        assertThat(capacity()).isPositive();
    }

    @Test
    void clientThatTakesItsTime_costsADiskNoCapacity() {
        measure();
        disk.sleep = Optional.of(() -> true);
        Stream slow = disk.account(GOLD).shortRead();
        slow.before(0, PACKET);
        for (int second = 0; second < 10; second++) {
            disk.ticker.advance(Duration.ofSeconds(1));
            assertThat(capacity()).isPositive();
        }
    }

    /** Starts the queue and reads until the disk's capacity is known: its threads take time, so a stream waits. */
    private void measure() {
        disk.start();
        FakeFile busy = new FakeFile(1L << 40);
        busy.disk = () -> {
            if (Thread.currentThread().getName().startsWith("hdfs-throttle-")) {
                disk.ticker.advance(Duration.ofMillis(1));
                LockSupport.parkNanos(300_000);
            }
        };
        Stream stream = disk.account(OTHER).longRead(Optional.of(busy));
        await().until(() -> {
            read(stream, 100);
            return capacity() > 0;
        });
        stream.leave();
        disk.settle();
    }

    private void read(Stream stream, int packets) {
        for (int packet = 0; packet < packets; packet++) {
            disk.ticker.advance(Duration.ofMillis(1));
            stream.before(position += PACKET, PACKET);
            stream.moved(PACKET);
        }
        disk.queue.tick(Grant.NOBODY);
    }

    private long capacity() {
        disk.queue.tick(Grant.NOBODY);
        return disk.queue.activity().capacity().orElse(Rate.ZERO).bytesPerSecond();
    }

    @Test
    void transferThread_asksTheDiskForNobodyElse() {
        parkForReal();
        file.inMemory = true; // each piece is done when it is issued, so there is always room
        disk.deviceReads = file.deviceReads();
        file.disk = () -> askers.add(Thread.currentThread());
        Stream occupied = disk.account(OTHER).shortRead();
        occupied.before(0, PACKET);
        for (int i = 0; i < 10; i++) {
            reader(file);
        }
        occupied.leave();
        disk.queue.start();
        await().until(() -> through.get() == 10);
        assertThat(askers).isNotEmpty().doesNotContain(Thread.currentThread());
    }

    /** Waiting threads really wait, and the clock hardly goes on: none waits long enough to go out of turn. */
    private void parkForReal() {
        disk.parker = nanos -> {
            LockSupport.parkNanos(nanos);
            disk.ticker.advance(1);
        };
    }

    /** Starts a thread that reads a packet, and waits until it waits or is through. */
    private void reader(FakeFile block) {
        int before = through.get() + disk.account(GOLD).tenantQueue().waiting.get() + askers.size();
        Thread reader = new Thread(() -> {
            Stream stream = disk.account(GOLD).longRead(Optional.of(block));
            stream.before(0, PACKET);
            through.incrementAndGet();
            stream.leave();
        });
        readers.add(reader);
        reader.start();
        await().until(() ->
                through.get() + disk.account(GOLD).tenantQueue().waiting.get() + askers.size() > before);
    }
}
