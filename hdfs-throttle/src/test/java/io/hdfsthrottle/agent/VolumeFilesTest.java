package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.blockfile.OpenBlockFile;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which volumes' blocks are read ahead and written back. */
final class VolumeFilesTest {

    private static final Volume ONE = Volume.of("DS-1", Path.of("/data/1"));
    private static final Volume TWO = Volume.of("DS-2", Path.of("/data/2"));

    private final HandSetTicker ticker = new HandSetTicker();
    private final Map<Path, Outcome> outcomes = new ConcurrentHashMap<>();
    private final CountDownLatch hung = new CountDownLatch(1);
    private final AtomicInteger probes = new AtomicInteger();
    private final List<Long> asked = new ArrayList<>();
    private final VolumeFiles files = new VolumeFiles(
            List.of(new BlockFiles() {
                @Override
                public Optional<BlockFile> open(Path file) {
                    return Optional.of(new RecordingFile(asked));
                }

                @Override
                public Outcome probe(Path folder) {
                    probes.incrementAndGet();
                    if (!outcomes.containsKey(folder)) {
                        assertThatNoException().isThrownBy(hung::await);
                    }
                    return outcomes.getOrDefault(folder, Outcome.DONE);
                }
            }),
            folder -> 128 << 10,
            1_024,
            Duration.ofSeconds(1),
            ticker);

    @Test
    void diskThatWasFull_isTriedAgainEachMinute_untilItWorks() {
        outcomes.put(Path.of("/data/1"), Outcome.failed("no space"));
        files.prove(List.of(ONE));
        await().until(() -> files.obstacle("DS-1").equals("no space"));
        outcomes.put(Path.of("/data/1"), Outcome.DONE);
        ticker.advance(Duration.ofSeconds(59));
        files.prove(List.of(ONE));
        assertThat(files.obstacle("DS-1")).isEqualTo("no space");
        ticker.advance(Duration.ofSeconds(1));
        await().until(() -> {
            files.prove(List.of(ONE));
            return files.obstacle("DS-1").isEmpty();
        });
        ticker.advance(Duration.ofHours(1));
        files.prove(List.of(ONE));
        assertThat(probes).as("one that works is not tried again").hasValue(2);
    }

    @Test
    void diskThatHangs_keepsNobodyFromProvingOthers() {
        outcomes.put(Path.of("/data/2"), Outcome.DONE);
        files.prove(List.of(ONE, TWO));
        await().until(() -> files.obstacle("DS-2").isEmpty());
        ticker.advance(Duration.ofHours(1));
        files.prove(List.of(ONE, TWO));
        assertThat(files.obstacle("DS-1")).isNotEmpty();
        assertThat(probes).as("its thread is still there").hasValue(2);
        hung.countDown();
        await().until(() -> files.obstacle("DS-1").isEmpty());
    }

    @Test
    void operationThatBeginsBeforeItsVolumeIsProved_waitsForThat() throws Exception {
        Thread reader = new Thread(() -> {
            try (BlockFile file =
                    files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE).orElseThrow()) {
                asked.add(file.size());
            }
        });
        reader.start();
        await().until(() -> probes.get() == 1);
        hung.countDown();
        reader.join();
        assertThat(asked).hasSize(1);
    }

    @Test
    void operationOnADiskThatHangs_goesOnWithoutItsProof() {
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE)).isEmpty();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE)).isEmpty();
        assertThat(probes).hasValue(1);
        hung.countDown();
    }

    @Test
    void operationThatMayNotWait_doesNot() {
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), 0)).isEmpty();
        assertThat(files.obstacle("DS-1")).isEqualTo("not tried yet");
        hung.countDown();
    }

    @Test
    void interruptedOperation_goesOnAtOnce_andStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE)).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
        hung.countDown();
    }

    @Test
    void anEighthOfTheProcessFiles_mayBeOpen() {
        outcomes.put(Path.of("/data/1"), Outcome.DONE);
        List<BlockFile> opened = new ArrayList<>();
        for (int file = 0; file < 128; file++) {
            opened.add(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE).orElseThrow());
        }
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE)).isEmpty();
        opened.get(0).close();
        assertThat(files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE)).isPresent();
    }

    @Test
    void hostThatHasNoVolumesForAMoment_forgetsNone() {
        outcomes.put(Path.of("/data/1"), Outcome.DONE);
        files.prove(List.of(ONE));
        await().until(() -> files.obstacle("DS-1").isEmpty());
        files.prove(List.of());
        assertThat(files.obstacle("DS-1")).isEmpty();
    }

    @Test
    void volumeThatIsGone_isForgotten() {
        outcomes.put(Path.of("/data/1"), Outcome.DONE);
        files.prove(List.of(ONE));
        await().until(() -> files.obstacle("DS-1").isEmpty());
        files.prove(List.of(TWO));
        assertThat(files.obstacle("DS-1")).isNotEmpty();
        hung.countDown();
    }

    @Test
    void readahead_isAskedForInRequestsThatTheKernelDoesNotCut() {
        outcomes.put(Path.of("/data/1"), Outcome.DONE);
        files.prove(List.of(ONE));
        await().until(() -> files.obstacle("DS-1").isEmpty());
        try (BlockFile file =
                files.open(ONE, Path.of("/data/1/blk_1"), Long.MAX_VALUE).orElseThrow()) {
            assertThat(file.readAhead(1_000, 300 << 10)).isTrue();
        }
        assertThat(asked).containsExactly(128L << 10, 128L << 10, 44L << 10);
    }

    /** A file that writes down how much it is asked for. */
    private static final class RecordingFile extends OpenBlockFile {

        private final List<Long> asked;

        RecordingFile(List<Long> asked) {
            this.asked = asked;
        }

        @Override
        protected long sizeNow() {
            return Long.MAX_VALUE;
        }

        @Override
        protected boolean willNeed(long offset, long length) {
            return asked.add(length);
        }

        @Override
        protected boolean readByte(long offset) {
            return true;
        }

        @Override
        protected boolean syncRange(long offset, long length, boolean awaited) {
            return true;
        }

        @Override
        protected void giveBack() {
            // Nothing is open.
        }
    }
}
