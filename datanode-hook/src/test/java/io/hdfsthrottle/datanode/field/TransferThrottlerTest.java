package io.hdfsthrottle.datanode.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.blockfile.OpenBlockFile;
import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.datanode.transfer.Blocks;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.datanode.transfer.TransferName;
import io.hdfsthrottle.datanode.transfer.TransferPacing;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.slots.Slots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hdfs.util.Canceler;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TransferThrottlerTest {

    private final AtomicReference<DataTransferThrottler> place = new AtomicReference<>();
    private final ThrottlerField field =
            new ThrottlerField("ReadThrottler of tcp", Direction.READ, place::get, place::set);
    private final Administrators administrators = new Administrators();
    private TestAgents agents;
    private TransferPacing pacing;

    @BeforeEach
    void open() throws Exception {
        agents = new TestAgents("100m");
        agents.named(TestAgents.READING);
        pacing = agents.pacing(name -> Volume.of("DS-1", null));
    }

    @AfterEach
    void close() {
        agents.close();
    }

    @Test
    void throttler_asksThePacing() {
        TransferThrottler throttler = new TransferThrottler(pacing, Direction.READ, null);
        throttler.throttle(10 << 20);
        long rested = agents.restedNanos();
        assertThat(rested).isPositive();
        throttler.throttle(10 << 20, new Canceler());
        assertThat(agents.restedNanos()).isGreaterThan(rested);
    }

    /** {@code BlockReceiver} fails the write then, as it does when a sync reports the error. */
    @Test
    void errorOfWriteBack_reachesTheDataNodeAsTheIoErrorThatItIs(@TempDir Path folder) throws Exception {
        IOException lost = new IOException("EIO");
        Volume volume = Volume.of("DS-1", Path.of("/nowhere"));
        try (TestAgents writing = new TestAgents("", Map.of(), new HostWithAFile(volume, new LostFile(lost)))) {
            writing.agent().start(Optional.empty(), new GrantFile(folder.resolve("grant")));
            writing.named(TestAgents.WRITING);
            Blocks blocks = new Blocks() {
                @Override
                public Volume volume(TransferName operation) {
                    return volume;
                }

                @Override
                public Optional<Path> file(TransferName operation) {
                    return Optional.of(Path.of("/nowhere/blk_9"));
                }
            };
            await().until(() ->
                    writing.agent().open(volume, Path.of("/nowhere/blk_9"), 0).isPresent());
            TransferThrottler throttler = new TransferThrottler(writing.pacing(blocks), Direction.WRITE, null);
            await().untilAsserted(() ->
                    assertThatThrownBy(() -> throttler.throttle(1 << 16)).isSameAs(lost));
            assertThat(writing.agent().state().errors()).isZero();
        }
    }

    /** A host with one volume, all of whose blocks are that file. */
    private static final class HostWithAFile implements Host {
        private final Volume volume;
        private final BlockFile file;

        HostWithAFile(Volume volume, BlockFile file) {
            this.volume = volume;
            this.file = file;
        }

        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }

        @Override
        public List<Volume> volumes() {
            return List.of(volume);
        }

        @Override
        public BlockFiles blockFiles() {
            return new BlockFiles() {
                @Override
                public Optional<BlockFile> open(Path path) {
                    return Optional.of(file);
                }

                @Override
                public Outcome probe(Path folder) {
                    return Outcome.DONE;
                }
            };
        }
    }

    /** A file whose pages the disk cannot write. */
    private static final class LostFile extends OpenBlockFile {
        private final IOException lost;

        LostFile(IOException lost) {
            this.lost = lost;
        }

        @Override
        protected long sizeNow() {
            return 0;
        }

        @Override
        protected boolean willNeed(long offset, long length) {
            return true;
        }

        @Override
        protected boolean readByte(long offset) {
            return true;
        }

        @Override
        protected boolean syncRange(long offset, long length, boolean awaited) throws IOException {
            if (awaited) {
                throw lost;
            }
            return true;
        }

        @Override
        protected void giveBack() {
            // nothing is open
        }
    }

    @Test
    void administratorsThrottler_isAskedTooWithTheCanceler() {
        TransferThrottler throttler = new TransferThrottler(pacing, Direction.READ, administrators);
        Canceler canceler = new Canceler();
        throttler.throttle(7, canceler);
        throttler.throttle(8);
        assertThat(administrators.asked).containsExactly("7 " + canceler, "8 null");
    }

    @Test
    void administratorsBandwidth_isWhatOthersSeeAndSet() {
        TransferThrottler throttler = new TransferThrottler(pacing, Direction.READ, administrators);
        assertThat(throttler.getBandwidth()).isEqualTo(administrators.getBandwidth());
        throttler.setBandwidth(5_000_000);
        assertThat(administrators.getBandwidth()).isEqualTo(5_000_000);
        assertThat(throttler.getBandwidth()).isEqualTo(5_000_000);
    }

    @Test
    void bandwidthWithoutAnAdministrator_isBeyondAnyDisk() {
        TransferThrottler throttler = new TransferThrottler(pacing, Direction.READ, null);
        throttler.setBandwidth(1);
        assertThat(throttler.getBandwidth()).isEqualTo(1L << 40);
    }

    @Test
    void throttlerThatLivesOnAfterTheAgent_leavesTheAdministratorsAlone() {
        TransferThrottler throttler = new TransferThrottler(pacing, Direction.READ, administrators);
        agents.agent().close();
        throttler.throttle(1L << 40);
        assertThat(agents.restedNanos()).isZero();
        assertThat(administrators.asked).hasSize(1);
    }

    @Test
    void emptySeat_isTakenAndLeftEmpty() {
        assertThat(field.take(pacing)).isTrue();
        assertThat(place.get()).isInstanceOf(TransferThrottler.class);
        assertThat(field.take(pacing)).isFalse();
        field.leave();
        assertThat(place.get()).isNull();
        field.leave();
        assertThat(place.get()).isNull();
    }

    @Test
    void administratorsSeat_isTakenOverThemAndGivenBack() {
        place.set(administrators);
        assertThat(field.take(pacing)).isTrue();
        assertThat(((TransferThrottler) place.get()).administrators()).isSameAs(administrators);
        field.leave();
        assertThat(place.get()).isSameAs(administrators);
    }

    @Test
    void seatThatTheAdministratorTookBack_isTakenAgainOverTheNewLimit() {
        field.take(pacing);
        place.set(administrators);
        assertThat(field.take(pacing)).isTrue();
        place.get().throttle(9);
        assertThat(administrators.asked).hasSize(1);
        assertThat(field).hasToString("ReadThrottler of tcp");
    }

    @Test
    void seatThatIsReplacedAThousandTimesUnderLoad_failsNoTransferAndIsOursInTheEnd() throws Exception {
        field.take(pacing);
        AtomicBoolean running = new AtomicBoolean(true);
        ExecutorService transfers = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                all.add(transfers.submit(() -> {
                    while (running.get()) {
                        DataTransferThrottler now = place.get();
                        if (now != null) {
                            now.throttle(1);
                        }
                    }
                }));
            }
            for (int i = 0; i < 1000; i++) {
                place.set(i % 3 == 0 ? null : new DataTransferThrottler(1L << 30));
                assertThat(field.take(pacing)).isTrue();
            }
            running.set(false);
            for (Future<?> transfer : all) {
                transfer.get();
            }
        } finally {
            transfers.shutdownNow();
        }
        assertThat(place.get()).isInstanceOf(TransferThrottler.class);
        assertThat(agents.agent().state().errors()).isZero();
    }

    @Test
    void seatThatIsTheAdministratorsAgain_isNotTouchedOnLeaving() {
        field.take(pacing);
        place.set(administrators);
        field.leave();
        assertThat(place.get()).isSameAs(administrators);
    }

    /** A DataNode's throttler of dfs.datanode.data.read.bandwidthPerSec; records calls instead of waiting. */
    private static final class Administrators extends DataTransferThrottler {
        private final List<String> asked = new ArrayList<>();

        Administrators() {
            super(1_000_000);
        }

        @Override
        public synchronized void throttle(long bytes, Canceler canceler) {
            asked.add(bytes + " " + canceler);
        }
    }
}
