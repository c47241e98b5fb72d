package io.hdfsthrottle.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeDisk;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard on a fake file tree; {@link DiskGuardOnKernelTest} tests it on a real kernel. */
final class DiskGuardTest {
    private static final GuardPlan NOTHING = new GuardPlan(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    @TempDir
    Path host;

    @TempDir
    Path folder;

    private FakeDisk disk;
    private Path memory;
    private Path neighbour;

    @BeforeEach
    void begin() {
        disk = FakeDisk.partition(host.resolve("sys"), folder);
        memory = host.resolve("state/guard");
        neighbour = host.resolve("groups/backup");
        disk.put(host.resolve("proc/sys/kernel/random/boot_id"), "boot-1");
        disk.put(host.resolve("proc/self/cgroup"), "1:name=systemd:/\n0::/hadoop");
        disk.put(host.resolve("groups/cgroup.controllers"), "io memory");
        disk.writeback("strict_limit", "0");
        disk.writeback("max_bytes", "123456789");
        disk.writeback("max_ratio_fine", "1000000");
    }

    private DiskGuard guard(GuardPlan plan) {
        DiskGuard guard = new DiskGuard(
                plan,
                memory,
                ControlFiles.ofKernel(),
                host.resolve("sys"),
                host.resolve("proc"),
                host.resolve("groups"));
        guard.guard(List.of(Volume.of("DS-1", folder), Volume.of("DS-2", folder)));
        return guard;
    }

    private static GuardPlan dirty(String bytes) {
        return new GuardPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.of(Rate.parse(bytes)),
                Optional.of(Duration.ofMillis(3)));
    }

    private GuardPlan neighbour(String rate) {
        return new GuardPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(neighbour),
                Optional.of(Rate.parse(rate)),
                Optional.empty(),
                Optional.empty());
    }

    private static GuardPlan own() {
        return new GuardPlan(
                Optional.of(300),
                Optional.of(Rate.parse("1m")),
                Optional.of(Duration.ofMillis(20)),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private String text(String file) throws IOException {
        return Files.readString(host.resolve(file)).trim();
    }

    @Test
    void dirtyPages_areLimitedOnTheWholeDisk_andPutBackThroughTheUnroundedFile() throws IOException {
        disk.queue("wbt_lat_usec", "75000");
        DiskGuard guard = guard(dirty("4m"));
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("1");
        assertThat(text("sys/class/bdi/8:0/max_bytes")).isEqualTo("4194304");
        assertThat(text("sys/devices/sda/queue/wbt_lat_usec")).isEqualTo("3000");
        assertThat(text("sys/class/bdi/8:0/max_ratio_fine")).isEqualTo("1000000");
        guard.close();
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("0");
        assertThat(text("sys/devices/sda/queue/wbt_lat_usec")).isEqualTo("75000");
        assertThat(memory).doesNotExist();
    }

    @Test
    void whatAKilledProcessLeft_isPutBackByTheNextOne_alsoIfNothingIsConfigured() throws IOException {
        guard(dirty("4m"));
        assertThat(memory).exists();
        guard(NOTHING);
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("0");
        assertThat(memory).doesNotExist();
    }

    @Test
    void whatOthersMayHaveWrittenDown_isPutBackNowhere() throws IOException {
        guard(dirty("4m"));
        Files.setPosixFilePermissions(memory, PosixFilePermissions.fromString("rw-rw-rw-"));
        guard(NOTHING);
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("1");
        assertThat(memory).exists();
    }

    @Test
    void whatIsWrittenDown_countsForNothing_onceTheKernelWasStartedAnew() throws IOException {
        guard(dirty("4m"));
        disk.put(host.resolve("proc/sys/kernel/random/boot_id"), "boot-2");
        disk.writeback("strict_limit", "1");
        guard(NOTHING);
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("1");
        assertThat(memory).doesNotExist();
    }

    @Test
    void neighbourOfVersion2_isLimited_andGetsItsOwnLineBack() throws IOException {
        disk.put(neighbour.resolve("io.max"), "8:0 rbps=max wbps=7 riops=max wiops=max\n8:16 rbps=1");
        DiskGuard guard = guard(neighbour("2m"));
        assertThat(text("groups/backup/io.max")).isEqualTo("8:0 rbps=2097152 wbps=2097152");
        guard.close();
        assertThat(text("groups/backup/io.max")).isEqualTo("8:0 rbps=max wbps=7 riops=max wiops=max");
    }

    @Test
    void neighbourOfVersion1_isLimitedEachWay_andFreedByZero() throws IOException {
        disk.put(neighbour.resolve("blkio.throttle.read_bps_device"), "");
        disk.put(neighbour.resolve("blkio.throttle.write_bps_device"), "");
        DiskGuard guard = guard(neighbour("2m"));
        assertThat(text("groups/backup/blkio.throttle.read_bps_device")).isEqualTo("8:0 2097152");
        assertThat(text("groups/backup/blkio.throttle.write_bps_device")).isEqualTo("8:0 2097152");
        guard.close();
        assertThat(text("groups/backup/blkio.throttle.write_bps_device")).isEqualTo("8:0 0");
    }

    @Test
    void neighbourThatComesLater_isLimitedThen_andEachTimeItComes() throws IOException {
        DiskGuard guard = guard(neighbour("2m"));
        disk.put(neighbour.resolve("io.max"), "");
        guard.renew();
        assertThat(text("groups/backup/io.max")).startsWith("8:0 rbps=2097152");
        Files.delete(neighbour.resolve("io.max"));
        guard.renew();
        disk.put(neighbour.resolve("io.max"), "");
        guard.renew();
        assertThat(text("groups/backup/io.max")).startsWith("8:0 rbps=2097152");
    }

    @Test
    void groupOfTheDataNodeItself_isNoNeighbour() throws IOException {
        neighbour = host.resolve("groups/hadoop");
        disk.put(neighbour.resolve("io.max"), "as it was");
        guard(neighbour("2m"));
        assertThat(text("groups/hadoop/io.max")).isEqualTo("as it was");
    }

    @Test
    void ownGroup_isWeighedLimitedAndKeptFast_forThatDisk() throws IOException {
        for (String file : List.of("io.weight", "io.max", "io.latency")) {
            disk.put(host.resolve("groups/hadoop").resolve(file), "");
        }
        DiskGuard guard = guard(own());
        assertThat(text("groups/hadoop/io.weight")).isEqualTo("8:0 300");
        assertThat(text("groups/hadoop/io.max")).isEqualTo("8:0 rbps=1048576 wbps=1048576");
        assertThat(text("groups/hadoop/io.latency")).isEqualTo("8:0 target=20000");
        guard.close();
        assertThat(text("groups/hadoop/io.weight")).isEqualTo("8:0 default");
        assertThat(text("groups/hadoop/io.max")).isEqualTo("8:0 rbps=max wbps=max");
        assertThat(text("groups/hadoop/io.latency")).isEqualTo("8:0 target=0");
    }

    @Test
    void bfq_hasAWeightOfItsOwn() throws IOException {
        disk.scheduledBy("bfq");
        disk.put(host.resolve("groups/hadoop/io.bfq.weight"), "default 100");
        DiskGuard guard = guard(own());
        assertThat(text("groups/hadoop/io.bfq.weight")).isEqualTo("8:0 300");
        guard.close();
        assertThat(text("groups/hadoop/io.bfq.weight")).isEqualTo("8:0 default");
    }

    @Test
    void hostThatHasNoneOfIt_isLeftAsItIs() {
        DiskGuard guard = guard(own());
        assertThat(memory).doesNotExist();
        guard.close();
        assertThat(host.resolve("groups/hadoop")).doesNotExist();
    }

    @Test
    void whatCannotBeWrittenDown_isNotChanged() throws IOException {
        disk.put(host.resolve("state"), "a file where the folder should be");
        guard(dirty("4m"));
        assertThat(text("sys/class/bdi/8:0/strict_limit")).isEqualTo("0");
    }
}
