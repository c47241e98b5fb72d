package io.hdfsthrottle.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard on this machine's own kernel, with a loop device that no other process uses. */
final class DiskGuardOnKernelTest {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    @TempDir
    Path folder;

    private final List<List<String>> undo = new ArrayList<>();
    private Path mount;
    private String number;

    @BeforeEach
    void makeDisk() throws Exception {
        Tier.current().needsPrivilege("root".equals(System.getProperty("user.name")), "a loop device needs root");
        Tier.current().needsPrivilege(Files.exists(Path.of("/dev/loop-control")), "no loop devices here");
        Tier.current().needsPrivilege(Files.exists(Path.of("/sbin/mkfs.ext4")), "no mkfs.ext4 here");
        // If this process is killed, the rig's next loop disk removes the image by this name.
        ProcessHandle self = ProcessHandle.current();
        long start = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        Path image = folder.resolve("hdfs-throttle-test-" + self.pid() + "-" + start + ".image");
        run("truncate", "-s", "64M", image.toString());
        run("mkfs.ext4", "-q", "-F", image.toString());
        String loop = run("losetup", "--show", "-f", image.toString());
        undo.add(0, List.of("losetup", "-d", loop));
        mount = Files.createDirectories(folder.resolve("mount"));
        run("mount", loop, mount.toString());
        undo.add(0, List.of("umount", mount.toString()));
        number = Files.readString(
                        Path.of("/sys/class/block", Path.of(loop).getFileName().toString(), "dev"))
                .trim();
    }

    @AfterEach
    void removeAll() throws Exception {
        for (List<String> command : undo) {
            run(command.toArray(String[]::new));
        }
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        assertThat(process.waitFor())
                .as("%s: %s", String.join(" ", command), said)
                .isZero();
        return said;
    }

    private DiskGuard guard(GuardPlan plan) {
        DiskGuard guard = new DiskGuard(
                plan, folder.resolve("guard"), ControlFiles.ofKernel(), Path.of("/sys"), Path.of("/proc"), GROUPS);
        guard.guard(List.of(Volume.of("DS-1", mount)));
        return guard;
    }

    private String dirty(String file) throws IOException {
        return Files.readString(Path.of("/sys/class/bdi", number, file)).trim();
    }

    @Test
    void dirtyPagesOfADisk_areLimitedByTheKernel_andFreedAgain() throws Exception {
        Tier.current()
                .needsPrivilege(
                        Files.exists(Path.of("/sys/class/bdi", number, "max_bytes")),
                        "this kernel has no max_bytes for dirty pages; Linux 6.2 has");
        String strict = dirty("strict_limit");
        String ratio = dirty("max_ratio_fine");
        DiskGuard guard = guard(new GuardPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of(Rate.parse("16m")),
                Optional.empty()));
        assertThat(dirty("strict_limit")).isEqualTo("1");
        assertThat(Long.parseLong(dirty("max_bytes"))).isBetween(1L << 20, 17L << 20);
        guard.close();
        assertThat(dirty("strict_limit")).isEqualTo(strict);
        assertThat(dirty("max_ratio_fine")).isEqualTo(ratio);
    }

    /** Asserts only a lower bound of time: a busy machine may take longer, none can be faster. */
    @Test
    void neighbourOfVersion1_writesNoFasterThanItsLimit() throws Exception {
        Path blkio = GROUPS.resolve("blkio");
        Tier.current().needsPrivilege(Files.isWritable(blkio), "blkio of cgroup v1 is not mounted here");
        Path group = Files.createDirectory(
                blkio.resolve("hdfs-throttle-test-" + ProcessHandle.current().pid()));
        undo.add(0, List.of("rmdir", group.toString()));
        DiskGuard guard = guard(new GuardPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(group),
                Optional.of(Rate.parse("4m")),
                Optional.empty(),
                Optional.empty()));
        long start = System.nanoTime();
        run(
                "sh",
                "-c",
                "echo $$ > " + group + "/tasks; exec dd if=/dev/zero of=" + mount + "/out bs=1M count=8 oflag=direct");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
        guard.close();
        assertThat(Files.readString(group.resolve("blkio.throttle.write_bps_device")))
                .isEmpty();
    }
}
