package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.agent.Host;
import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.slots.Slots;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At which point of an operation its thread waits, and what is opened for it and given back. */
final class OperationTest {

    private static final int PACKET = 65_536;
    private static final String BLOCK = "blk_7";

    @TempDir
    private Path folder;

    private Volume volume;
    private TestAgents agents;
    private TransferPacing pacing;
    private final AtomicInteger limitsAsked = new AtomicInteger();

    @BeforeEach
    void open() throws Exception {
        volume = Volume.of("DS-1", folder);
        Files.write(folder.resolve(BLOCK), new byte[16 * PACKET]);
        agents = new TestAgents("1m", Map.of(), new OneDisk(volume));
        pacing = agents.pacing(new OneBlock(volume, folder.resolve(BLOCK)), () -> {
            limitsAsked.incrementAndGet();
            return Long.MAX_VALUE;
        });
    }

    @AfterEach
    void close() {
        agents.close();
    }

    @Test
    void readThatIsAnnounced_waitsBeforeItsPackets_andNeverBetweenReadingAndSending() {
        agents.named(TestAgents.READING);
        long waited = 0;
        for (int i = 0; i < 32; i++) {
            long began = agents.restedNanos();
            pacing.beforeRead(i * (long) PACKET, PACKET);
            long read = agents.restedNanos();
            waited += read - began;
            pacing.moved(PACKET, Direction.READ);
            assertThat(agents.restedNanos()).isEqualTo(read);
        }
        assertThat(waited).as("2 MiB at 1 MiB a second").isBetween(1_500_000_000L, 2_500_000_000L);
    }

    @Test
    void readThatIsNotAnnounced_waitsAfterItsPackets() {
        agents.named(TestAgents.READING);
        for (int i = 0; i < 64; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.restedNanos()).as("4 MiB at 1 MiB a second").isBetween(2_500_000_000L, 5_000_000_000L);
    }

    @Test
    void longReadThatIsNotAnnounced_asOfAnEncryptedConnection_waitsAfterItsPackets() throws Exception {
        filesAreProved();
        agents.named(copyOf(TestAgents.READING));
        pacing.longRead();
        long began = agents.restedNanos();
        for (int i = 0; i < 64; i++) {
            pacing.moved(PACKET, Direction.READ);
        }
        assertThat(agents.restedNanos() - began)
                .as("4 MiB at 1 MiB a second")
                .isBetween(2_500_000_000L, 5_000_000_000L);
        assertThat(openBlocks()).isZero();
    }

    @Test
    void longestWaitOfAWrite_isAskedForOnceAnOperation_andForNoRead() {
        agents.named(TestAgents.READING);
        pacing.longRead();
        pacing.moved(1, Direction.READ);
        assertThat(limitsAsked).hasValue(0);
        for (int operations = 1; operations < 4; operations++) {
            agents.named(copyOf(TestAgents.WRITING));
            pacing.moved(1, Direction.WRITE);
            pacing.moved(1, Direction.WRITE);
            assertThat(limitsAsked).hasValue(operations);
        }
    }

    @Test
    void thread_isInOneOperationAtATime() {
        for (int i = 0; i < 10; i++) {
            agents.named(copyOf(TestAgents.READING));
            pacing.beforeRead(0, PACKET);
            pacing.moved(PACKET, Direction.READ);
            assertThat(threads()).isEqualTo(1);
            agents.named(copyOf(TestAgents.READING));
            pacing.longRead();
            assertThat(threads()).isEqualTo(1);
            agents.named(copyOf(TestAgents.WRITING));
            pacing.moved(PACKET, Direction.WRITE);
            assertThat(threads()).isEqualTo(1);
        }
    }

    @Test
    void longReadsAndWrites_haveTheirBlocksFileOpen_andGiveItBackWithTheNextOperation() throws Exception {
        filesAreProved();
        agents.named(copyOf(TestAgents.READING));
        pacing.beforeRead(0, PACKET);
        pacing.moved(PACKET, Direction.READ);
        assertThat(openBlocks()).as("of a short read").isZero();

        agents.named(copyOf(TestAgents.READING));
        pacing.longRead();
        pacing.beforeRead(0, PACKET);
        pacing.moved(PACKET, Direction.READ);
        assertThat(openBlocks()).as("of a long read").isEqualTo(1);

        agents.named(copyOf(TestAgents.WRITING));
        pacing.moved(PACKET, Direction.WRITE);
        assertThat(openBlocks()).as("of a write").isEqualTo(1);

        agents.named(copyOf(TestAgents.READING));
        pacing.beforeRead(0, PACKET);
        assertThat(openBlocks()).as("of the next short read").isZero();
        assertThat(agents.agent().state().errors()).isZero();
    }

    @Test
    void fileOfAThreadThatEnded_isGivenBackByTheController() throws Exception {
        filesAreProved();
        Thread transfer = new Thread(
                () -> {
                    pacing.longRead();
                    pacing.beforeRead(0, PACKET);
                },
                TestAgents.READING);
        transfer.start();
        transfer.join();
        assertThat(openBlocks()).isEqualTo(1);
        await().untilAsserted(() -> {
            agents.letTimePass(1_000_000_000);
            assertThat(openBlocks()).isZero();
        });
        assertThat(threads()).isZero();
    }

    @Test
    void agentThatCloses_givesAllFilesBack() throws Exception {
        filesAreProved();
        agents.named(TestAgents.READING);
        pacing.longRead();
        pacing.beforeRead(0, PACKET);
        assertThat(openBlocks()).isEqualTo(1);
        agents.agent().close();
        await().untilAsserted(() -> assertThat(openBlocks()).isZero());
    }

    private void filesAreProved() {
        agents.agent().start(Optional.empty(), new GrantFile(folder.resolve("grant.json")));
        await().until(() -> {
            var file = agents.agent().open(volume, folder.resolve(BLOCK), Long.MAX_VALUE);
            file.ifPresent(each -> each.close());
            return file.isPresent();
        });
    }

    private int threads() {
        agents.agent().tick();
        return agents.agent().state().volumes().stream()
                .flatMap(each -> each.tenants().stream())
                .mapToInt(TenantActivity::threads)
                .sum();
    }

    /** How many descriptors this process has of the block. */
    private int openBlocks() throws IOException {
        int open = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                open += isBlock(descriptor) ? 1 : 0;
            }
        }
        return open;
    }

    private boolean isBlock(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).equals(folder.toRealPath().resolve(BLOCK));
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        }
    }

    /** Hadoop makes a new String for each operation. */
    private static String copyOf(String threadName) {
        return String.valueOf(threadName.toCharArray());
    }

    private static final class OneBlock implements Blocks {
        private final Volume volume;
        private final Path file;

        OneBlock(Volume volume, Path file) {
            this.volume = volume;
            this.file = file;
        }

        @Override
        public Volume volume(TransferName operation) {
            return volume;
        }

        @Override
        public Optional<Path> file(TransferName operation) {
            return Optional.of(file);
        }
    }

    private static final class OneDisk implements Host {
        private final Volume volume;

        OneDisk(Volume volume) {
            this.volume = volume;
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
    }
}
