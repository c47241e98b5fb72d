package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.blkio.BlkioGroup;
import io.hdfsthrottle.blkio.BlkioTree;
import io.hdfsthrottle.blockfile.ProbeFile;
import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.kernel.Threads;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What this project believes of cgroup v1's blkio, asked of this machine's kernel. */
@Tag("alone")
final class BlkioKernelIT {

    private static final Path PROC = Path.of("/proc");
    private static final int PROBE_BYTES = 256 << 10;

    private final ControlFiles files = ControlFiles.ofKernel();
    private final Threads threads = new Threads(PROC);
    private BlkioTree tree;
    private BlkioGroup gold;

    @BeforeEach
    void makeAGroup() {
        Needs.blkio();
        tree = BlkioTree.find(
                        files,
                        Path.of("/sys/fs/cgroup"),
                        PROC,
                        "kernel-test",
                        ProcessHandle.current().pid())
                .orElseThrow();
        gold = tree.group("gold");
        assertThat(tree.make(gold)).isEqualTo(Outcome.DONE);
    }

    @AfterEach
    void leaveNothing() {
        if (tree != null) {
            assertThat(tree.home().enter()).isEqualTo(Outcome.DONE);
            assertThat(tree.removeAll()).isEqualTo(Outcome.DONE);
            assertThat(files.exists(gold.folder().getParent())).isFalse();
        }
    }

    @Test
    void zero_movesTheCallingThreadAlone_andThreadsThatItStartsAreInItsGroup() throws Exception {
        assertThat(gold.enter()).isEqualTo(Outcome.DONE);
        assertThat(gold.threads().orElseThrow()).containsExactly(threads.current());
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Long> heir = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            heir.complete(threads.current());
            try {
                end.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        assertThat(gold.threads().orElseThrow()).containsExactlyInAnyOrder(threads.current(), heir.get());
        assertThat(files.removeFolder(gold.folder())).isEqualTo(Outcome.BUSY);
        assertThat(tree.home().take(heir.get())).isEqualTo(Outcome.DONE);
        assertThat(gold.threads().orElseThrow()).containsExactly(threads.current());
        end.countDown();
        thread.join();
        // Java calls a thread ended a moment before the kernel does.
        await().untilAsserted(() -> assertThat(tree.home().take(heir.get())).isEqualTo(Outcome.ENDED));
    }

    @Test
    void limitHoldsADirectRead_andNoLimitDoesNot() {
        Path folder = RigFolders.folder("kernel");
        try (LoopDisk disk = LoopDisk.in(folder, 64, LoopDisk.Speed.FULL);
                ProbeFile file = ProbeFile.in(disk.folder(), PROBE_BYTES)) {
            assertThat(file.obstacle()).isEmpty();
            String number = BlockDevice.below(disk.folder(), Path.of("/sys"))
                    .orElseThrow()
                    .disk()
                    .number();
            assertThat(gold.enter()).isEqualTo(Outcome.DONE);
            long free = nanosOf(file);
            assertThat(gold.limitReads(number, Rate.parse("512k"))).isEqualTo(Outcome.DONE);
            long held = nanosOf(file);
            assertThat(gold.limitReads(number, Rate.UNLIMITED)).isEqualTo(Outcome.DONE);
            assertThat(held).isGreaterThan(free).isGreaterThan(100_000_000L);
            assertThat(tree.home().enter()).isEqualTo(Outcome.DONE);
        }
    }

    private static long nanosOf(ProbeFile file) {
        long from = Ticker.system().nanos();
        assertThat(file.read()).isEqualTo(Outcome.DONE);
        return Ticker.system().nanos() - from;
    }

    @Test
    void diskThatAKilledTestLeft_isTakenAwayByTheNext() throws Exception {
        Path folder = RigFolders.folder("left").toAbsolutePath();
        Path image = folder.resolve("hdfs-throttle-test-" + Integer.MAX_VALUE + "-0.image");
        Path mount = Files.createDirectories(folder.resolve("mount"));
        for (String command : List.of("truncate -s 16M", "mkfs.ext4 -q -F", "mount -o loop")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
            words.add(image.toString());
            if (command.startsWith("mount")) {
                words.add(mount.toString());
            }
            assertThat(new ProcessBuilder(words).start().waitFor()).as(command).isZero();
        }
        assertThat(mount.resolve("lost+found")).exists();
        LoopDisk.in(folder, 16, LoopDisk.Speed.FULL).close();
        assertThat(mount).isEmptyDirectory();
    }

    @Test
    void diskThatIsNotThere_takesNoLimit() {
        assertThat(gold.limitReads("4095:255", Rate.parse("1m")).isDone()).isFalse();
    }

    @Test
    void groupThatIsRemoved_isAbsent() {
        assertThat(tree.remove(gold)).isEqualTo(Outcome.DONE);
        assertThat(gold.enter()).isEqualTo(Outcome.ABSENT);
        assertThat(gold.threads()).isEmpty();
        assertThat(gold.limitReads("7:0", Rate.UNLIMITED)).isEqualTo(Outcome.ABSENT);
    }
}
