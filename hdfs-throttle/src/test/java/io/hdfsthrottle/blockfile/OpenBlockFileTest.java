package io.hdfsthrottle.blockfile;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.NativeCalls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Use of a file while another thread closes it, and in which parts advice is given. */
final class OpenBlockFileTest {

    private static final int READERS = 4;
    private static final int KIBIBYTE = 1024;

    @TempDir
    Path folder;

    private final ExecutorService readers = Executors.newFixedThreadPool(READERS);
    private final NativeCalls calls = new NativeCalls();

    @AfterEach
    void end() {
        readers.shutdownNow();
    }

    /** A file whose reads block until they are released. */
    private static final class SlowFile extends OpenBlockFile {
        private final List<List<Long>> advised = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch disk = new CountDownLatch(1);
        private final AtomicInteger givenBack = new AtomicInteger();

        @Override
        protected long sizeNow() {
            return 7;
        }

        @Override
        protected boolean willNeed(long offset, long length) {
            return advised.add(List.of(offset, length));
        }

        @Override
        protected boolean readByte(long offset) {
            reading.countDown();
            try {
                return disk.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException ended) {
                return false;
            }
        }

        @Override
        protected boolean syncRange(long offset, long length, boolean awaited) {
            return true;
        }

        @Override
        protected void giveBack() {
            givenBack.incrementAndGet();
        }
    }

    @Test
    void close_doesNotWaitForACallButTheDescriptorDoes() throws Exception {
        SlowFile file = new SlowFile();
        Future<Boolean> read = readers.submit(() -> file.awaitRead(0));
        file.reading.await();
        file.close();
        file.close();
        assertThat(file.size()).isEqualTo(BlockFile.UNKNOWN);
        assertThat(file.givenBack).hasValue(0);
        file.disk.countDown();
        assertThat(read.get()).isTrue();
        assertThat(file.givenBack).hasValue(1);
    }

    /**
     * A block of one size is used and closed by several threads while files of another size are opened, which get the
     * descriptor numbers that are free: a call that came too late would see the other size.
     */
    @Test
    void callsDuringClose_neverReachTheFileThatHasTheNumberNext() throws Exception {
        Tier.current().needs(calls.load().isDone(), calls.load().toString());
        BlockFiles files = new KernelBlockFiles(calls);
        Path block = folder.resolve("blk_1");
        Path other = folder.resolve("other");
        ColdFile.writeDirty(block, 64 * KIBIBYTE);
        ColdFile.writeDirty(other, 3 * KIBIBYTE);
        AtomicReference<BlockFile> current =
                new AtomicReference<>(files.open(block).orElseThrow());
        AtomicInteger rounds = new AtomicInteger();
        Set<Long> sizes = ConcurrentHashMap.newKeySet();
        List<Future<?>> asking = IntStream.range(0, READERS)
                .mapToObj(reader -> readers.submit(() -> {
                    while (rounds.get() < 5_000) {
                        BlockFile file = current.get();
                        file.readAhead(0, 64 * KIBIBYTE);
                        sizes.add(file.size());
                        file.awaitRead(0);
                    }
                }))
                .collect(toList());
        while (rounds.incrementAndGet() < 5_000) {
            current.get().close();
            BlockFile intruder = files.open(other).orElseThrow();
            current.set(files.open(block).orElseThrow());
            intruder.close();
        }
        for (Future<?> each : asking) {
            each.get(60, TimeUnit.SECONDS);
        }
        current.get().close();
        assertThat(sizes).contains(64L * KIBIBYTE).isSubsetOf(64L * KIBIBYTE, BlockFile.UNKNOWN);
    }
}
