package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.fakes.Seeds;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.law.Piece;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the disk is asked to write what a thread has written, and when the thread waits for that. */
final class WriteBehindTest {

    private static final int PACKET = 65_536;
    private static final int PAGE = 4096;
    private static final long MIB = 1 << 20;
    private static final Tenant GOLD = Tenant.named("gold");

    private final FakeFile file = new FakeFile(0);
    private QueueOnAClock disk = QueueOnAClock.ofAnyDisk();

    @AfterEach
    void close() {
        disk.queue.close();
    }

    @Test
    void pieces_areWholePagesInOrder_whereverTheFileBegan() {
        Seeds.seeded(30, random -> {
            QueueOnAClock any = QueueOnAClock.ofAnyDisk();
            any.start();
            FakeFile block = new FakeFile(random.nextInt(3) * random.nextLong(1, 5 * MIB));
            long end = block.size / PAGE * PAGE;
            Stream stream = any.account(GOLD).write(Optional.of(block), Long.MAX_VALUE);
            for (int packets = random.nextInt(1, 100); packets > 0; packets--) {
                write(stream, block, random.nextInt(1, PACKET));
                any.settle();
            }
            for (FakeFile.Range piece : block.writes) {
                assertThat(piece.offset).isEqualTo(end).isEqualTo(piece.offset / PAGE * PAGE);
                assertThat(piece.length).isPositive().isEqualTo(piece.length / PAGE * PAGE);
                end = piece.end();
            }
            assertThat(end).isLessThanOrEqualTo(block.size);
            any.queue.close();
            assertThat(any.errors).isEmpty();
        });
    }

    @Test
    void writer_isHeldOnceMoreIsDirtyThanItMayBe() {
        Duration longest = Duration.ofMillis(500); // shorter than the timeout of a lost piece
        disk = QueueOnAClock.ofAnyDisk(longest, 1L << 30);
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        long window = disk.queue.requests().window();
        while (disk.sleeper.waits() == 0) {
            assertThat(file.size).as("nothing is written, and nobody waits").isLessThan(64 * MIB);
            write(stream, file, PACKET);
        }
        assertThat(file.writeEnd()).as("the disk does nothing").isEqualTo(window);
        // Half of the bytes written may be dirty: at twice the window the other half is what was issued.
        assertThat(file.size).isBetween(window, 2 * window + 2 * PACKET);
        assertThat(disk.sleeper.total()).isEqualTo(longest);
    }

    @Test
    void packetsThatEndWithinAPage_areWrittenBackInWholePieces() {
        Stream stream = disk.account(GOLD).write(Optional.of(file), 0);
        for (int i = 0; i < 64; i++) {
            write(stream, file, 64_512);
        }
        assertThat(file.writes)
                .isNotEmpty()
                .allMatch(piece -> piece.length == disk.queue.requests().writePiece());
    }

    @Test
    void longWriteToADiskThatOthersUse_isWrittenBackInFewLargeRequests_butAShortOneInSmallOnes() {
        disk.queue.shareDisk(true);
        disk.start();
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        for (int i = 0; i < 512; i++) {
            write(stream, file, PACKET);
            disk.settle();
        }
        assertThat(file.writes.get(1).length).isEqualTo(MIB);
        assertThat(file.writes.get(file.writes.size() - 1).length).isEqualTo(5 * MIB);
        assertThat(file.writeEnd()).isGreaterThan(24 * MIB);
        disk.queue.shareDisk(false);
        for (int i = 0; i < 256; i++) {
            write(stream, file, PACKET);
            disk.settle();
        }
        assertThat(file.writes.get(file.writes.size() - 1).length)
                .isLessThanOrEqualTo(disk.queue.requests().piece());
    }

    @Test
    void nextBlockOfALongWrite_isWrittenBackInLargeRequestsFromItsBegin() {
        disk.queue.shareDisk(true);
        disk.start();
        Stream first = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        for (int i = 0; i < 512; i++) {
            write(first, file, PACKET);
            disk.settle();
        }
        first.leave();
        FakeFile next = new FakeFile(0);
        Stream second = disk.account(GOLD).write(Optional.of(next), Long.MAX_VALUE);
        for (int i = 0; i < 256; i++) {
            write(second, next, PACKET);
            disk.settle();
        }
        assertThat(next.writes.get(0).length).isEqualTo(5 * MIB);
    }

    @Test
    void largeRequest_mayTakeLonger() {
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        Piece piece = stream.newPiece();
        piece.become(0, 1 << 20);
        assertThat(Duration.ofNanos(piece.patienceNanos(0))).isEqualTo(Duration.ofSeconds(2));
        piece.become(0, 5 << 20);
        assertThat(Duration.ofNanos(piece.patienceNanos(0))).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void dirtyBytes_areBoundedHoweverLongTheBlock() {
        disk.start();
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        long most = 0;
        for (int i = 0; i < 1024; i++) {
            write(stream, file, PACKET);
            most = Math.max(most, file.size - file.writeEnd());
        }
        long bound = 4 * MIB
                + 2 * disk.queue.requests().window()
                + disk.queue.requests().piece();
        assertThat(most).isLessThanOrEqualTo(bound + PACKET);
    }

    @Test
    void everythingWritten_isChargedInTheEnd_howeverItPassed() {
        Seeds.seeded(50, random -> {
            QueueOnAClock any = QueueOnAClock.ofAnyDisk(Duration.ofMillis(random.nextInt(20)), 1L << 30);
            if (random.nextBoolean()) {
                any.start();
            }
            FakeFile block = new FakeFile(0);
            Stream stream = any.account(GOLD).write(Optional.of(block), Long.MAX_VALUE);
            for (int packets = random.nextInt(1, 200); packets > 0; packets--) {
                if (random.nextInt(20) == 0) {
                    Thread.currentThread().interrupt();
                }
                write(stream, block, random.nextInt(1, PACKET));
                boolean unused = Thread.interrupted();
            }
            stream.leave();
            assertThat(any.charged()).isEqualTo(block.size);
            assertThat(block.closed).isTrue();
            any.queue.close();
            assertThat(any.charged()).isEqualTo(block.size);
            assertThat(any.errors).isEmpty();
        });
    }

    @Test
    void writer_waitsNoLongerAtOnceThanItsOperationAllows() {
        Stream stream = disk.account(GOLD).write(Optional.of(file), 2_000_000);
        for (int i = 0; i < 64; i++) {
            disk.sleeper.forget();
            write(stream, file, PACKET);
            assertThat(disk.sleeper.total()).isLessThanOrEqualTo(Duration.ofMillis(2));
        }
        assertThat(disk.sleeper.total()).as("the disk does nothing").isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void fileThatFails_letsTheBytesPass_andIsCounted() {
        disk.start();
        file.broken = new IllegalStateException("on purpose");
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        for (int i = 0; i < 64; i++) {
            write(stream, file, PACKET);
            disk.settle();
        }
        assertThat(disk.sleeper.waits()).isZero();
        assertThat(disk.errors).isNotEmpty().allSatisfy(error -> assertThat(error)
                .isSameAs(file.broken));
    }

    @Test
    void writeThatTheDiskCouldNotDo_failsAtTheNextPacket_andAtEachOneAfterIt() {
        disk.start();
        file.lost = new IOException("EIO");
        Stream stream = disk.account(GOLD).write(Optional.of(file), Long.MAX_VALUE);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        write(stream, file, PACKET);
                        disk.settle();
                    }
                })
                .isInstanceOf(WriteBackException.class)
                .hasCause(file.lost);
        assertThatThrownBy(() -> write(stream, file, PACKET)).hasCause(file.lost);
        assertThat(disk.errors).as("no error of ours").isEmpty();
        stream.leave();
        assertThat(disk.charged()).isEqualTo(file.size);
    }

    /** As BlockReceiver does: writes a packet to the file before reporting it. */
    private static void write(Stream stream, FakeFile block, int bytes) {
        long size = block.size + bytes;
        block.size = size;
        stream.moved(bytes);
    }
}
