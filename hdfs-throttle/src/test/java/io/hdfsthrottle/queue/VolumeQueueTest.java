package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.fakes.LockStep;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.rule.TenantRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A queue with real threads on the machine's clock: shares, and no thread is ever stuck in it. */
@Tag("slow")
final class VolumeQueueTest {

    private static final double MIB = 1 << 20;
    private static final int PACKET = QueueOnADisk.PACKET;
    private static final Tenant ONE = Tenant.named("one");
    private static final Tenant TWO = Tenant.named("two");
    private static final Tenant THREE = Tenant.named("three");

    /** In virtual time, so that nothing but the queue can leave the disk idle. */
    @Test
    void shares_followWeights_whateverTheThreads_andTheDiskIsBusy() {
        List<Throwable> errors = new ArrayList<>();
        try (LockStep time = new LockStep(1)) {
            Grant grant = weights(Map.of(ONE, 4.0, TWO, 8.0, THREE, 8.0));
            QueueSettings settings =
                    new QueueSettings(WaitLimits.of(Duration.ofSeconds(5)), Optional.empty(), false, 1L << 30);
            QueueHost host = new QueueHost(
                    new Bypass(),
                    time,
                    nanos -> time.park(Math.min(nanos, 100_000)), // who is woken does not rest on
                    DeviceReads.NONE,
                    () -> grant,
                    errors::add);
            VolumeQueue queue = new VolumeQueue("DS-1", settings, host);
            SerialDisk disk = new SerialDisk(time);
            time.start("controller", () -> {
                queue.tick(grant);
                time.park(100_000_000);
            });
            LongAdder one = readers(8, queue, ONE, disk, time);
            LongAdder two = readers(2, queue, TWO, disk, time);
            LongAdder three = readers(1, queue, THREE, disk, time);
            time.run(Duration.ofSeconds(2));
            long[] before = {one.sum(), two.sum(), three.sum(), disk.busyNanos};
            time.run(Duration.ofSeconds(2));
            double all = one.sum() + two.sum() + three.sum() - before[0] - before[1] - before[2];
            assertThat((one.sum() - before[0]) / all).isCloseTo(0.2, within(0.01));
            assertThat((two.sum() - before[1]) / all).isCloseTo(0.4, within(0.01));
            assertThat((three.sum() - before[2]) / all).isCloseTo(0.4, within(0.01));
            assertThat((disk.busyNanos - before[3]) / 2e9).as("of the disk").isGreaterThan(0.9);
        }
        assertThat(errors).isEmpty();
    }

    /** Two clients that take 50 ms for each packet, beside four that are fast, where threads ask the disk themselves. */
    @Test
    void slowClients_neitherCapTheDisk_norMakeItSeemSlow() {
        List<Throwable> errors = new ArrayList<>();
        Set<Thread> asleep = ConcurrentHashMap.newKeySet();
        DeviceReads threads = new DeviceReads() {
            @Override
            public long ofThisThread() {
                return UNKNOWN;
            }

            @Override
            public Optional<BooleanSupplier> sleepOfThisThread() {
                Thread thread = Thread.currentThread();
                return Optional.of(() -> asleep.contains(thread));
            }
        };
        try (LockStep time = new LockStep(1)) {
            QueueSettings settings =
                    new QueueSettings(WaitLimits.of(Duration.ofSeconds(5)), Optional.empty(), false, 1L << 30);
            QueueHost host = new QueueHost(
                    new Bypass(),
                    time,
                    nanos -> time.park(Math.min(nanos, 500_000)),
                    threads,
                    () -> Grant.NOBODY,
                    errors::add);
            VolumeQueue queue = new VolumeQueue("DS-1", settings, host);
            SerialDisk disk = new SerialDisk(time);
            time.start("controller", () -> {
                queue.tick(Grant.NOBODY);
                time.park(100_000_000);
            });
            for (int i = 0; i < 2; i++) {
                time.start("slow-" + i, () -> {
                    Stream stream = account(queue, TWO).longRead(Optional.empty());
                    for (long position = 0; ; position += PACKET) {
                        stream.before(position, PACKET);
                        disk.serve(PACKET);
                        asleep.add(Thread.currentThread());
                        time.park(50_000_000);
                        asleep.remove(Thread.currentThread());
                        stream.moved(PACKET);
                    }
                });
            }
            LongAdder fast = readers(4, queue, ONE, disk, time);
            time.run(Duration.ofSeconds(2));
            long before = fast.sum();
            time.run(Duration.ofSeconds(2));
            assertThat((fast.sum() - before) / MIB / 2).as("MiB a second").isGreaterThan(75);
            assertThat(queue.activity().capacity())
                    .hasValueSatisfying(capacity ->
                            assertThat(capacity.bytesPerSecond() / MIB).isBetween(75.0, 125.0));
        }
        assertThat(errors).isEmpty();
    }

    private static Account account(VolumeQueue queue, Tenant tenant) {
        return queue.account(tenant, SharePath.of(""), () -> Tenant.DEFAULT);
    }

    /** A disk in virtual time that serves requests one after the other, 100 MiB a second. */
    private static final class SerialDisk {
        private final LockStep time;
        private long freeAt;
        private long busyNanos;

        SerialDisk(LockStep time) {
            this.time = time;
        }

        void serve(int bytes) {
            long nanos = (long) (bytes / (100 * MIB) * 1e9);
            busyNanos += nanos;
            freeAt = Math.max(freeAt, time.nanos()) + nanos;
            time.park(freeAt - time.nanos());
        }
    }

    private static LongAdder readers(int count, VolumeQueue queue, Tenant tenant, SerialDisk disk, LockStep time) {
        LongAdder sent = new LongAdder();
        for (int i = 0; i < count; i++) {
            time.start(tenant + "-" + i, () -> {
                Stream stream = queue.account(tenant, SharePath.of(""), () -> Tenant.DEFAULT)
                        .longRead(Optional.empty());
                for (long position = 0; ; position += PACKET) {
                    stream.before(position, PACKET);
                    disk.serve(PACKET);
                    stream.moved(PACKET);
                    sent.add(PACKET);
                }
            });
        }
        return sent;
    }

    @Test
    void othersOnALeasedDisk_getItsFloorTogether_whateverTheyWeigh() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(400 * MIB)) {
            rig.grant = weights(Map.of(ONE, 1.0, TWO, 8.0, THREE, 8.0))
                    .withLeases(Map.of(rig.queue.volume(), ONE), Set.of())
                    .withFloor(0.1);
            LongAdder holder = rig.readers(ONE, 4);
            LongAdder two = rig.readers(TWO, 4);
            LongAdder three = rig.readers(THREE, 4);
            passTime(rig, Duration.ofSeconds(1));
            long[] before = {holder.sum(), two.sum(), three.sum()};
            passTime(rig, Duration.ofSeconds(1));
            double all = holder.sum() + two.sum() + three.sum() - before[0] - before[1] - before[2];
            assertThat((holder.sum() - before[0]) / all).isBetween(0.8, 0.995);
            assertThat((two.sum() - before[1]) / all).isBetween(0.001, 0.1);
            assertThat(rig.end(Duration.ofSeconds(5))).isEmpty();
            assertNothingIsLeft(rig);
        }
    }

    @Test
    void threadsThatComeAndGo_interruptedAtRandom_areNeverStuck_andLeaveNothingBehind() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(1000 * MIB)) {
            LongAdder operations = new LongAdder();
            AtomicReference<Thread>[] victims = references(200);
            for (int i = 0; i < 200; i++) {
                SplittableRandom random = new SplittableRandom(i);
                AtomicReference<Thread> victim = victims[i];
                rig.run("a", () -> {
                    victim.set(Thread.currentThread());
                    while (!rig.isOver()) {
                        work(rig, random);
                        operations.increment();
                        if (random.nextInt(4) > 0) { // others keep their interrupt for the next operation
                            boolean unused = Thread.interrupted();
                        }
                    }
                });
            }
            SplittableRandom random = new SplittableRandom(200);
            while (operations.sum() < 2_000) {
                Thread thread = victims[random.nextInt(200)].get();
                if (thread != null) {
                    thread.interrupt();
                }
                rig.queue.tick(rig.grant);
                rig.queue.closeEnded();
                TimedDisk.sleepUntil(System.nanoTime() + 1_000_000);
            }
            assertThat(rig.end(Duration.ofSeconds(20))).as("stuck").isEmpty();
            rig.queue.closeEnded();
            assertNothingIsLeft(rig);
        }
    }

    /**
     * One operation: a read or a write, with a file or without; many end without a word, as when a transfer thread
     * dies.
     */
    private static void work(QueueOnADisk rig, SplittableRandom random) {
        Account account = rig.queue.account(
                Tenant.named("t" + random.nextInt(5)), SharePath.of("a" + random.nextInt(3)), () -> Tenant.DEFAULT);
        Optional<BlockFile> file = random.nextBoolean() ? Optional.of(rig.disk.new File()) : Optional.empty();
        boolean writes = random.nextInt(3) == 0;
        Stream stream;
        if (writes) {
            stream = account.write(file, random.nextBoolean() ? Long.MAX_VALUE : 2_000_000);
        } else {
            stream = random.nextBoolean() ? account.longRead(file) : account.shortRead();
        }
        Thread.currentThread().setName("operation " + random.nextInt());
        long position = random.nextInt(100) * (long) PACKET;
        for (int packets = random.nextInt(1, 30); packets > 0; packets--) {
            if (!writes) {
                stream.before(position, PACKET);
            }
            stream.moved(PACKET);
            position += PACKET;
        }
        if (random.nextInt(4) > 0) {
            stream.leave();
        }
    }

    @Test
    void operationThatIsEndedWhileItWaits_goesOn() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(MIB / 16)) {
            CountDownLatch through = new CountDownLatch(1);
            AtomicReference<Stream> waiting = new AtomicReference<>();
            rig.run("reader", () -> {
                Stream stream = rig.account(ONE).longRead(Optional.of(rig.disk.new File()));
                waiting.set(stream);
                stream.before(0, 64 * PACKET); // a minute of the disk's time
                through.countDown();
            });
            await().until(() -> rig.account(ONE).tenantQueue().waiting.get() == 1);
            waiting.get().leave();
            waiting.get().wake();
            assertThat(through.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(rig.end(Duration.ofSeconds(5))).isEmpty();
            assertNothingIsLeft(rig);
        }
    }

    @Test
    void release_letsEverybodyGoAtOnce() throws Exception {
        releaseOf(rig -> rig.queue.release());
    }

    @Test
    void bypass_letsEverybodyGoAtOnce() throws Exception {
        releaseOf(rig -> {
            rig.bypass.open();
            rig.queue.wake();
        });
    }

    @Test
    void queueThatCloses_letsEverybodyGoAtOnce() throws Exception {
        releaseOf(rig -> rig.queue.close());
    }

    private static void releaseOf(Consumer<QueueOnADisk> means) throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(MIB / 16)) {
            CountDownLatch through = new CountDownLatch(50);
            for (int i = 0; i < 50; i++) {
                rig.run("reader-" + i, () -> {
                    Stream stream = rig.account(ONE).longRead(Optional.of(rig.disk.new File()));
                    stream.before(0, 64 * PACKET);
                    stream.leave();
                    through.countDown();
                });
            }
            await().until(() -> rig.account(ONE).tenantQueue().waiting.get() >= 49);
            means.accept(rig);
            assertThat(through.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(rig.end(Duration.ofSeconds(5))).isEmpty();
            assertThat(rig.account(ONE).tenantQueue().threads).hasValue(0);
            assertThat(rig.errors).isEmpty();
        }
    }

    @Test
    void streamsOfThreadsThatEndedOrWorkOnSomethingElse_areEnded_andOthersAreNot() throws Exception {
        try (QueueOnADisk rig = new QueueOnADisk(1000 * MIB)) {
            Thread ended = rig.run("ends", () -> send(rig.account(ONE).longRead(Optional.of(rig.disk.new File()))));
            ended.join();
            send(rig.account(TWO).longRead(Optional.of(rig.disk.new File())));
            send(rig.account(THREE).shortRead());
            rig.queue.closeEnded();
            assertThat(rig.account(ONE).tenantQueue().threads).hasValue(0);
            assertThat(rig.account(TWO).tenantQueue().threads).hasValue(1);

            String name = Thread.currentThread().getName();
            Thread.currentThread().setName("another operation");
            try {
                rig.queue.closeEnded();
            } finally {
                Thread.currentThread().setName(name);
            }
            assertThat(rig.account(TWO).tenantQueue().threads).hasValue(0);
            assertThat(rig.account(THREE).tenantQueue().threads)
                    .as("short reads go on")
                    .hasValue(1);
        }
    }

    private static void send(Stream stream) {
        stream.before(0, PACKET);
        stream.moved(PACKET);
    }

    @Test
    void applicationsThatNobodyUsesAnyMore_makeRoom() {
        QueueOnAClock disk = QueueOnAClock.ofAnyDisk();
        Stream open = application(disk, "open").shortRead();
        for (int i = 0; i < 2 * TenantQueue.MOST_APPLICATIONS; i++) {
            application(disk, "app-" + i).pass(1);
        }
        assertThat(application(disk, "another")).isSameAs(application(disk, "and another"));
        assertThat(disk.account(ONE).tenantQueue().accounts()).hasSize(TenantQueue.MOST_APPLICATIONS + 1);
        Account used = open.account();

        disk.ticker.advance(Duration.ofMinutes(2));
        disk.queue.tick(Grant.NOBODY);

        assertThat(application(disk, "another")).isNotSameAs(application(disk, "and another"));
        assertThat(application(disk, "open")).as("a thread is at work for it").isSameAs(used);
    }

    private static Account application(QueueOnAClock disk, String name) {
        return disk.queue.account(ONE, SharePath.of(name), () -> Tenant.DEFAULT);
    }

    private static void assertNothingIsLeft(QueueOnADisk rig) {
        await().atMost(Duration.ofSeconds(10)).until(rig.queue::isQuiet);
        rig.queue.tick(rig.grant);
        assertThat(rig.queue.activity().tenants()).isNotEmpty().allSatisfy(tenant -> {
            assertThat(tenant.threads()).isZero();
            assertThat(tenant.waiting()).isZero();
        });
        assertThat(rig.errors).isEmpty();
    }

    /** Lets time pass as the controller would. */
    static void passTime(QueueOnADisk rig, Duration time) {
        long until = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < until) {
            rig.queue.tick(rig.grant);
            TimedDisk.sleepUntil(Math.min(until, System.nanoTime() + 100_000_000));
        }
    }

    private static Grant weights(Map<Tenant, Double> weights) {
        List<Terms> terms = weights.entrySet().stream()
                .map(each -> Terms.ofWeight(each.getKey(), each.getValue()))
                .collect(Collectors.toList());
        terms.add(Terms.ofWeight(Tenant.DEFAULT, 1));
        return Grant.of("default", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, TenantRules.of(List.of()), List.of());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static AtomicReference<Thread>[] references(int count) {
        AtomicReference<Thread>[] references = new AtomicReference[count];
        Arrays.setAll(references, unused -> new AtomicReference<>());
        return references;
    }
}
