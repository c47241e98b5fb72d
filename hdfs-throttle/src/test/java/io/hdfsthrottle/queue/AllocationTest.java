package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A packet that continues a stream allocates nothing, neither on its thread nor on those of the queue. */
final class AllocationTest {

    private static final int PACKET = 65_536;
    private static final int PACKETS = 20_000;
    private static final int RUNS = 5;

    /** Limit for each packet, below any object's size: includes one-time allocations of JVM and test. */
    private static final double MOST_BYTES = 1;

    private static final Duration STEP = Duration.ofNanos(10_000);
    private static final Tenant GOLD = Tenant.named("gold");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final AtomicLong deviceReads = new AtomicLong();
    private QueueOnAClock disk = QueueOnAClock.ofAnyDisk();

    @AfterEach
    void close() {
        disk.queue.close();
        assertThat(disk.errors).isEmpty();
    }

    @Test
    void packetReadAhead_fromMemory() {
        disk.deviceReads = deviceReads::get;
        assertNothingAllocated(disk.account(GOLD).longRead(Optional.of(new EndlessFile(true))), true);
    }

    @Test
    void packetReadAhead_fromMemory_whereTheKernelDoesNotSayWhatIsThere() {
        disk.deviceReads = deviceReads::get;
        assertNothingAllocated(disk.account(GOLD).longRead(Optional.of(new EndlessFile(false))), true);
    }

    @Test
    void packetReadAhead_fromTheDisk() {
        disk.start();
        assertNothingAllocated(disk.account(GOLD).longRead(Optional.of(new EndlessFile(false))), true);
    }

    @Test
    void packetHeldBetween_fromMemory() {
        disk.deviceReads = deviceReads::get;
        assertNothingAllocated(disk.account(GOLD).shortRead(), false);
    }

    @Test
    void packetHeldBetween_charged() {
        assertNothingAllocated(disk.account(GOLD).shortRead(), false);
    }

    @Test
    void packetHeldBetween_charged_underALimit() {
        disk = new QueueOnAClock(Rate.ofBytesPerSecond(1L << 50));
        assertNothingAllocated(disk.account(GOLD).shortRead(), false);
    }

    @Test
    void packetHeldBefore_charged() {
        assertNothingAllocated(disk.account(GOLD).shortRead(), true);
    }

    private void assertNothingAllocated(Stream stream, boolean announced) {
        send(stream, 0, announced);
        double least = Double.MAX_VALUE;
        // A lock that two threads want at once allocates; what every packet allocates shows in each run.
        for (int run = 1; run <= RUNS && least >= MOST_BYTES; run++) {
            long before = allocated();
            send(stream, (long) run * PACKETS, announced);
            least = Math.min(least, (double) (allocated() - before) / PACKETS);
        }
        assertThat(least).isLessThan(MOST_BYTES);
        stream.leave();
    }

    private void send(Stream stream, long from, boolean announced) {
        for (long packet = from; packet < from + PACKETS; packet++) {
            if (announced) {
                stream.before(packet * PACKET, PACKET);
            }
            stream.moved(PACKET);
            disk.ticker.advance(STEP);
        }
    }

    /** Bytes allocated by this thread and those of the queue. */
    private static long allocated() {
        long[] ids = LongStream.of(THREADS.getAllThreadIds())
                .filter(id -> id == Thread.currentThread().getId() || isTheQueues(id))
                .toArray();
        return LongStream.of(THREADS.getThreadAllocatedBytes(ids)).sum();
    }

    private static boolean isTheQueues(long id) {
        ThreadInfo thread = THREADS.getThreadInfo(id);
        return thread != null && thread.getThreadName().startsWith("hdfs-throttle-");
    }

    /** A file without end; FakeFile records its calls and so allocates. */
    private static final class EndlessFile implements BlockFile {

        private final boolean tells;

        EndlessFile(boolean tells) {
            this.tells = tells;
        }

        @Override
        public long size() {
            return 1L << 50;
        }

        @Override
        public boolean readAhead(long offset, long length) {
            return true;
        }

        @Override
        public boolean awaitRead(long offset) {
            return true;
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            return true;
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) {
            return true;
        }

        @Override
        public long cached(long offset, long length) {
            return tells ? length : UNKNOWN;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
