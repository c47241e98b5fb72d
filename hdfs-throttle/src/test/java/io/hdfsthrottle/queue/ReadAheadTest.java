package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Seeds;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read ahead of a long read, and when its thread waits. */
final class ReadAheadTest {

    private static final int PACKET = 65_536;
    private static final long MIB = 1 << 20;
    private static final Tenant GOLD = Tenant.named("gold");

    /** Shorter than the timeout of a lost piece. */
    private static final Duration SHORT = Duration.ofMillis(500);

    private final FakeFile file = new FakeFile(1L << 40);
    private QueueOnAClock disk = QueueOnAClock.ofAnyDisk();

    @AfterEach
    void close() {
        disk.queue.close();
    }

    @Test
    void readOfWhichNothingIsKnown_isReadAheadALittle_andFurtherTheLongerItLasts() {
        Stream stream = started();
        long first = disk.queue.requests().firstReadahead();
        for (long position = 0; position < 8 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
            long most = Math.max(
                    Math.min(first + position / 4, disk.queue.requests().readahead()),
                    2L * disk.queue.requests().piece());
            assertThat(file.readEnd()).isBetween(position + PACKET, position + most);
        }
        assertThat(file.readEnd()).isGreaterThan(8 * MIB - PACKET + first);
        assertThat(disk.sleeper.waits()).isZero();
        assertGapless(file.reads, 0);
    }

    @Test
    void whatAThreadThatHasEndedWanted_isNotRead() throws InterruptedException {
        disk = QueueOnAClock.ofAnyDisk(SHORT, 1L << 30);
        for (int i = 0; i < 2; i++) { // they fill the window
            disk.account(Tenant.named("other"))
                    .longRead(Optional.of(new FakeFile(1L << 40)))
                    .before(0, PACKET);
        }
        Thread reader =
                new Thread(() -> disk.account(GOLD).longRead(Optional.of(file)).before(0, PACKET));
        reader.start();
        reader.join();
        disk.start();
        disk.queue.tick(disk.grant.get());
        disk.settle();
        assertThat(file.readEnd()).as("what it read itself, out of turn").isEqualTo(PACKET);
    }

    @Test
    void pieces_areNeverLargerThanAMebibyte_norEmpty_norBehindTheFile() {
        Seeds.seeded(20, random -> {
            QueueOnAClock any = QueueOnAClock.ofAnyDisk();
            FakeFile block = new FakeFile(random.nextLong(1, 8 * MIB));
            any.deviceReads = block.deviceReads();
            any.start();
            Stream stream = any.account(GOLD).longRead(Optional.of(block));
            long begin = random.nextLong(block.size);
            long position = begin;
            while (position < block.size) {
                int count = (int) Math.min(random.nextInt(1, 2 * PACKET), block.size - position);
                block.inMemory = random.nextInt(4) == 0;
                stream.before(position, count);
                stream.moved(count);
                any.settle();
                assertThat(block.readEnd()).isBetween(position + count, block.size);
                position += count;
            }
            assertThat(block.reads).allSatisfy(read -> assertThat(read.length).isBetween(1L, MIB));
            assertGapless(block.reads, begin);
            any.queue.close();
            assertThat(any.errors).isEmpty();
        });
    }

    @Test
    void readahead_endsWithTheFile() {
        file.size = 300_001;
        Stream stream = started();
        for (long position = 0; position < file.size; position += PACKET) {
            int count = (int) Math.min(PACKET, file.size - position);
            stream.before(position, count);
            stream.moved(count);
            disk.settle();
        }
        assertThat(file.readEnd()).isEqualTo(file.size);
        assertThat(disk.charged()).isEqualTo(file.size);
    }

    @Test
    void blockThatGrows_isReadAsFarAsItHasGrown() {
        file.size = PACKET;
        Stream stream = started();
        send(stream, 0);
        disk.settle();
        assertThat(file.readEnd()).isEqualTo(PACKET);
        file.size = 2 * PACKET;
        send(stream, PACKET);
        disk.settle();
        assertThat(file.readEnd()).isEqualTo(2 * PACKET);
    }

    @Test
    void readahead_goesAsFarAsTheApplicationsReadsUsuallyDo() {
        readOf(MIB);
        FakeFile another = new FakeFile(1L << 40);
        disk.deviceReads = another.deviceReads();
        Stream stream = disk.account(GOLD).longRead(Optional.of(another));
        for (long position = 7 * MIB; position < 8 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
            assertThat(another.readEnd()).isEqualTo(8 * MIB);
        }
    }

    @Test
    void readaheadOfAllStreams_isBoundedByTheMemoryForIt() {
        disk = QueueOnAClock.ofAnyDisk(QueueOnAClock.LONGEST, 4 * MIB);
        readOf(64 * MIB);
        for (int i = 0; i < 7; i++) {
            Stream unused = disk.account(GOLD).longRead(Optional.of(new FakeFile(0)));
        }
        FakeFile another = new FakeFile(1L << 40);
        disk.deviceReads = another.deviceReads();
        Stream stream = disk.account(GOLD).longRead(Optional.of(another));
        disk.queue.tick(Grant.NOBODY);
        for (long position = 0; position < 2 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
            long most = Math.max(4 * MIB / 8, 2L * disk.queue.requests().piece());
            assertThat(another.readEnd()).isBetween(position + PACKET, position + most);
        }
    }

    @Test
    void readFromMemory_isChargedNothing() {
        file.inMemory = true;
        Stream stream = started();
        for (long position = 0; position < 64 * MIB; position += PACKET) {
            send(stream, position);
        }
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.charged()).isZero();
        assertGapless(file.reads, 0);
    }

    @Test
    void readFromMemory_takesNoLock() throws Exception {
        file.inMemory = true;
        Stream stream = started();
        send(stream, 0);
        disk.settle();
        CountDownLatch locked = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        disk.grant = () -> {
            locked.countDown();
            boolean unused = awaitFor(done, Duration.ofSeconds(10)); // a thread that waits for the lock goes on then
            return Grant.NOBODY;
        };
        Thread holder = new Thread(() -> disk.account(Tenant.named("newcomer")));
        holder.start();
        locked.await();
        for (long position = PACKET; position < 64 * MIB; position += PACKET) {
            send(stream, position);
        }
        assertThat(holder.isAlive()).as("still holds the lock").isTrue();
        done.countDown();
        holder.join();
    }

    @Test
    void readWhoseMemoryEnds_isChargedWhatTheDiskDoesFromThen() {
        file.inMemory = true;
        Stream stream = started();
        for (long position = 0; position < 4 * MIB; position += PACKET) {
            send(stream, position);
        }
        long fromMemory = file.readEnd();
        file.inMemory = false;
        for (long position = 4 * MIB; position < 12 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
        }
        assertThat(disk.charged()).isEqualTo(file.readEnd() - fromMemory);
    }

    @Test
    void packetWhoseMemoryEndsInItsMidst_isAskedForToItsEnd() {
        file.inMemory = true;
        Stream stream = started();
        send(stream, 0);
        disk.settle();
        int count = (int) (file.readEnd() + 2 * ReadAhead.FROM_MEMORY);
        file.inMemory = false;
        stream.before(PACKET, count);
        disk.settle();
        assertThat(file.readEnd()).isGreaterThanOrEqualTo(PACKET + count);
        assertThat(disk.sleeper.total()).as("waited for what nobody asked for").isLessThan(QueueOnAClock.LONGEST);
    }

    @Test
    void thread_waitsOnlyUntilItsPieceIsIssued() {
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        for (long position = 0; position + PACKET <= disk.queue.requests().window(); position += PACKET) {
            send(stream, position);
        }
        assertThat(disk.sleeper.waits()).as("the disk has done nothing yet").isZero();
        assertThat(disk.queue.isQuiet()).isFalse();
    }

    @Test
    void threadThatWaitedLongest_goesOnOutOfTurn_andPays() {
        disk = QueueOnAClock.ofAnyDisk(SHORT, 1L << 30);
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        long window = disk.queue.requests().window();
        for (long position = 0; position < window + 2 * PACKET; position += PACKET) {
            send(stream, position);
        }
        assertThat(disk.sleeper.total()).isEqualTo(SHORT.multipliedBy(2));
        assertThat(disk.charged()).isEqualTo(window + 2 * PACKET);
        assertThat(disk.queue.activity().tenants()).singleElement().satisfies(tenant -> assertThat(tenant.outOfTurn())
                .isEqualTo(2));
    }

    @Test
    void packetThatPassesOutOfTurn_isAskedForAlone_soThatTheKernelDoesNotReadOn() {
        disk = QueueOnAClock.ofAnyDisk(SHORT, 1L << 30);
        disk.deviceReads = file.deviceReads();
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        long window = disk.queue.requests().window();
        for (long position = 0; position < window; position += PACKET) {
            send(stream, position);
        }
        send(stream, window);
        assertThat(file.reads.get(file.reads.size() - 1)).hasToString("[" + window + ", " + (window + PACKET) + ")");
        assertThat(disk.charged()).isEqualTo(window + PACKET);
        file.inMemory = true;
        send(stream, window + PACKET);
        assertThat(disk.charged())
                .as("what is in memory is free, also out of turn")
                .isEqualTo(window + PACKET);
    }

    @Test
    void diskThatComesBack_isNotAskedForWhatWasReadOutOfTurn_norForNothing() {
        disk = QueueOnAClock.ofAnyDisk(SHORT, 1L << 30);
        long window = disk.queue.requests().window();
        file.size = window + PACKET;
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        for (long position = 0; position < file.size; position += PACKET) {
            send(stream, position);
        }
        disk.ticker.advance(Duration.ofSeconds(5)); // beyond the timeout of lost pieces
        disk.queue.pumpIfDue(stream);
        assertThat(file.reads).allSatisfy(read -> assertThat(read.length).isPositive());
        assertGapless(file.reads, 0);
        assertThat(file.readEnd()).isEqualTo(file.size);
        assertThat(disk.queue.isQuiet()).isTrue();
    }

    @Test
    void threadThatSkipsAPart_isNotChargedForIt() {
        file.size = 64 * MIB;
        Stream stream = started();
        send(stream, 0);
        disk.settle();
        long ahead = file.readEnd();
        send(stream, 63 * MIB);
        disk.settle();
        assertThat(disk.charged()).isEqualTo(ahead + file.readEnd() - 63 * MIB);
        assertThat(disk.sleeper.waits()).isZero();
    }

    @Test
    void fileThatFails_letsTheBytesPass_andIsCounted() {
        file.broken = new IllegalStateException("on purpose");
        Stream stream = started();
        for (long position = 0; position < 4 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
        }
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.errors).isNotEmpty().allSatisfy(error -> assertThat(error)
                .isSameAs(file.broken));
        stream.leave();
        assertThat(file.closed).isTrue();
    }

    @Test
    void operationThatIsOver_givesItsFileBack_andTheRestIsNeverRead() {
        Stream stream = disk.account(GOLD).longRead(Optional.of(file));
        send(stream, 0);
        long asked = file.readEnd();
        stream.leave();
        stream.leave();
        disk.ticker.advance(Duration.ofSeconds(5));
        disk.queue.tick(Grant.NOBODY);
        assertThat(file.closed).isTrue();
        assertThat(file.readEnd()).isEqualTo(asked);
        assertThat(disk.account(GOLD).tenantQueue().threads).hasValue(0);
    }

    @Test
    void whatTheKernelSaysIsInMemory_isNotAskedFor_untilItSaysOtherwise() {
        file.inMemory = true;
        file.tellsWhatIsInMemory = true;
        Stream stream = started();
        for (long position = 0; position < 64 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
        }
        assertThat(file.readEnd()).isLessThan(ReadAhead.LOOKED_FOR);
        file.inMemory = false;
        for (long position = 64 * MIB; position < 80 * MIB; position += PACKET) {
            send(stream, position);
            disk.settle();
        }
        assertThat(file.readEnd()).isGreaterThan(80 * MIB - PACKET);
        assertThat(disk.charged()).isBetween(16 * MIB - ReadAhead.LOOKED_FOR, 40 * MIB);
        assertThat(disk.errors).isEmpty();
    }

    private Stream started() {
        disk.deviceReads = file.deviceReads();
        disk.start();
        return disk.account(GOLD).longRead(Optional.of(file));
    }

    /** Performs an operation of the application that reads this many bytes. */
    private void readOf(long bytes) {
        file.inMemory = true;
        Stream stream = started();
        for (long position = 0; position < bytes; position += PACKET) {
            send(stream, position);
        }
        stream.leave();
    }

    private static void send(Stream stream, long position) {
        stream.before(position, PACKET);
        stream.moved(PACKET);
    }

    /** Each piece begins where the one before it ends. */
    private static void assertGapless(List<FakeFile.Range> pieces, long begin) {
        long end = begin;
        // Two threads may ask for two pieces at the same time.
        for (FakeFile.Range piece : pieces.stream()
                .sorted(Comparator.comparingLong(range -> range.offset))
                .collect(Collectors.toList())) {
            assertThat(piece.offset).as("%s", pieces).isEqualTo(end);
            end = piece.end();
        }
    }

    private static boolean awaitFor(CountDownLatch latch, Duration longest) {
        try {
            return latch.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
