package io.hdfsthrottle.blockfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.LibC;
import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.kernel.ProcessLimits;
import io.hdfsthrottle.kernel.TaskIo;
import io.hdfsthrottle.kernel.Threads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Block files on this machine's kernel and disk. */
final class BlockFilesTest {

    private static final Path PROC = Path.of("/proc");
    private static final int BYTES = 4 << 20;

    @TempDir(cleanup = CleanupMode.ALWAYS)
    Path folder;

    private final NativeCalls calls = new NativeCalls();
    private final BlockFiles files = new KernelBlockFiles(calls);
    private final TaskIo taskIo = new TaskIo(PROC, ProcessLimits.read(PROC, Path.of("/sys/fs/cgroup")));
    private final TaskIo.Reads reads = taskIo.ofThisThread(new Threads(PROC).current());
    private Path file;
    private LibC libC;

    @BeforeEach
    void begin() {
        Tier.current().needs(calls.load().isDone(), calls.load().toString());
        libC = calls.libC();
        file = folder.resolve("blk_1");
    }

    @AfterEach
    void end() {
        taskIo.close();
    }

    private BlockFile open() {
        return files.open(file).orElseThrow();
    }

    /**
     * Whether a page that is read is seen to be read from a device: not on tmpfs, nor where the kernel accounts for
     * nothing.
     */
    private long readFromDevice(Runnable reading) {
        long before = reads.bytes();
        Tier.current().needs(before != TaskIo.UNKNOWN, "the kernel does not show what threads read");
        reading.run();
        return reads.bytes() - before;
    }

    private void coldFile() throws IOException {
        ColdFile.write(libC, file, BYTES);
        try (BlockFile probed = open()) {
            Tier.current()
                    .needs(
                            readFromDevice(() -> probed.awaitRead(0)) > 0,
                            folder + " lies on no disk that counts reads");
        }
        ColdFile.write(libC, file, BYTES);
    }

    @Test
    void readAhead_readsAllOfAColdFileOnce_andWaitingForItReadsNothing() throws IOException {
        coldFile();
        try (BlockFile block = open()) {
            assertThat(readFromDevice(
                            () -> assertThat(block.readAhead(0, BYTES)).isTrue()))
                    .isEqualTo(BYTES);
            assertThat(readFromDevice(() -> {
                        for (int page = 0; page < BYTES; page += libC.pageBytes()) {
                            assertThat(block.awaitRead(page)).isTrue();
                        }
                        assertThat(block.readAhead(0, BYTES)).isTrue();
                    }))
                    .isZero();
        }
        assertThat(isInMemory()).isTrue();
    }

    /** According to {@code mincore(2)}, which counts a page when it was read and not when it was requested. */
    private boolean isInMemory() throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES).isLoaded();
        }
    }

    @Test
    void awaitedPage_isInMemoryAndTheKernelReadsNoneBehindIt() throws IOException {
        coldFile();
        try (BlockFile block = open()) {
            assertThat(readFromDevice(
                            () -> assertThat(block.awaitRead(BYTES / 2)).isTrue()))
                    .isEqualTo(libC.pageBytes());
            assertThat(readFromDevice(
                            () -> assertThat(block.awaitRead(BYTES / 2)).isTrue()))
                    .isZero();
        }
    }

    @Test
    void cachedBytes_areThoseThatWereAskedFor() throws IOException {
        coldFile();
        try (BlockFile block = open()) {
            Tier.current().needs(block.cached(0, BYTES) >= 0, "the kernel has no cachestat(2)");
            assertThat(block.cached(0, BYTES)).isZero();
            assertThat(block.readAhead(BYTES / 4, BYTES / 2)).isTrue();
            assertThat(block.cached(0, BYTES)).isEqualTo(BYTES / 2);
            assertThat(block.cached(BYTES / 4, BYTES / 2)).isEqualTo(BYTES / 2);
            assertThat(block.cached(BYTES / 4 + 10, 100)).isEqualTo(100);
            assertThat(block.cached(BYTES / 4 * 3, BYTES / 4)).isZero();
        }
    }

    @Test
    void endOfFile_isNotAwaited() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        try (BlockFile block = open()) {
            assertThat(block.size()).isEqualTo(BYTES);
            assertThat(block.awaitRead(BYTES - 1)).isTrue();
            assertThat(block.awaitRead(BYTES)).isFalse();
            assertThat(block.readAhead(BYTES, BYTES)).isTrue();
        }
    }

    @Test
    void rangesThatAreNone_areRefused() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        try (BlockFile block = open()) {
            assertThat(block.awaitRead(-1)).isFalse();
            assertThat(block.readAhead(-1, 1)).isFalse();
            assertThat(block.readAhead(0, 0)).isFalse();
            assertThat(block.readAhead(1, Long.MAX_VALUE)).isFalse();
            assertThat(block.startWriteBack(0, 0)).isFalse();
            assertThat(block.awaitWriteBack(-1, 1)).isFalse();
            assertThat(block.cached(0, 0)).isEqualTo(BlockFile.UNKNOWN);
        }
    }

    @Test
    void dirtyPages_areWrittenWhenTheyAreAwaited() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        Tier.current().needs(pages(LibC.PAGES_DIRTY) > 0, "the kernel does not show dirty pages of " + folder);
        try (BlockFile block = open()) {
            assertThat(block.startWriteBack(0, BYTES)).isTrue();
            assertThat(pages(LibC.PAGES_DIRTY)).isZero();
            assertThat(block.awaitWriteBack(0, BYTES)).isTrue();
            assertThat(pages(LibC.PAGES_IN_WRITE_BACK)).isZero();
            assertThat(pages(LibC.PAGES_CACHED)).isPositive();
        }
    }

    private long pages(int which) {
        int descriptor = libC.openToRead(file.toString());
        long pages = libC.pages(descriptor, 0, BYTES, which);
        libC.close(descriptor);
        return pages;
    }

    @Test
    void fileThatWasDeleted_isReadToItsEnd() throws IOException {
        coldFile();
        try (BlockFile block = open()) {
            Files.delete(file);
            assertThat(readFromDevice(
                            () -> assertThat(block.readAhead(0, BYTES)).isTrue()))
                    .isEqualTo(BYTES);
            assertThat(block.awaitRead(BYTES - 1)).isTrue();
            assertThat(block.size()).isEqualTo(BYTES);
        }
        assertThat(files.open(file)).isEmpty();
    }

    @Test
    void closedFile_answersNoCallAndHasGivenItsDescriptorBack() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        List<BlockFile> opened = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            opened.add(open());
        }
        assertThat(descriptors()).isEqualTo(100);
        opened.forEach(BlockFile::close);
        assertThat(descriptors()).isZero();
        BlockFile closed = opened.get(0);
        closed.close();
        List<Predicate<BlockFile>> questions = List.of(
                block -> block.readAhead(0, BYTES),
                block -> block.awaitRead(0),
                block -> block.startWriteBack(0, BYTES));
        assertThat(questions).noneMatch(question -> question.test(closed));
        assertThat(closed.awaitWriteBack(0, BYTES)).isFalse();
        assertThat(closed.size()).isEqualTo(BlockFile.UNKNOWN);
        assertThat(closed.cached(0, BYTES)).isEqualTo(BlockFile.UNKNOWN);
    }

    /** How many of this process's descriptors are the file. */
    private long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(PROC.resolve("self/fd"))) {
            return all.filter(this::isTheFile).count();
        }
    }

    private boolean isTheFile(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file.toRealPath());
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test
    void calls_allocateNothing() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        List<Long> rounds = new ArrayList<>();
        try (BlockFile block = open()) {
            assertThat(block.awaitWriteBack(0, BYTES)).isTrue();
            for (int round = 0; round < 5; round++) {
                long before = threads.getThreadAllocatedBytes(self);
                for (int i = 0; i < 10_000; i++) {
                    block.readAhead(0, 65_536);
                    block.awaitRead(65_535);
                    block.startWriteBack(0, 65_536);
                    block.cached(0, 65_536);
                    block.size();
                }
                rounds.add(threads.getThreadAllocatedBytes(self) - before);
            }
        }
        assertThat(rounds).contains(0L);
    }

    @Test
    void interrupt_isKeptAndEndsNoCall() throws IOException {
        ColdFile.writeDirty(file, BYTES);
        try (BlockFile block = open()) {
            Thread.currentThread().interrupt();
            assertThat(block.readAhead(0, BYTES)).isTrue();
            assertThat(block.awaitRead(0)).isTrue();
            assertThat(block.awaitWriteBack(0, BYTES)).isTrue();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(block.awaitRead(0)).isTrue();
        }
    }

    @Test
    void probe_saysWhereItWorksAndWhyItDoesNot() throws IOException {
        assertThat(files.probe(folder)).isEqualTo(Outcome.DONE);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
        assertThat(files.probe(folder.resolve("nowhere")).toString()).contains("no file to try it", "nowhere");
        assertThat(files.probe(PROC).isDone()).isFalse();
    }

    @Test
    void memoryFileSystem_takesEveryCall() {
        Path memory = Path.of("/dev/shm");
        Tier.current().needs(Files.isWritable(memory), "no tmpfs at " + memory);
        assertThat(files.probe(memory)).isEqualTo(Outcome.DONE);
    }

    @Test
    void fileThatIsNotThere_isAValue() {
        assertThat(files.open(folder.resolve("blk_2"))).isEmpty();
    }
}
