package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProcessLimitsTest {

    @TempDir
    private Path root;

    @Test
    void limits_areTheSoftOnes() throws Exception {
        write("proc/self/limits", limits("1234", "20000"));
        write("proc/self/cgroup", "");
        assertThat(read().files()).isEqualTo(20_000);
        assertThat(read().threads()).isEqualTo(1234);
    }

    @Test
    void cgroupOfVersionTwo_limitsThreadsAndSoDoThoseAbove() throws Exception {
        write("proc/self/limits", limits("unlimited", "unlimited"));
        write("proc/self/cgroup", "0::/system.slice/datanode.service\n");
        assertThat(read().threads()).isEqualTo(Long.MAX_VALUE);
        write("cgroup/system.slice/datanode.service/pids.max", "4915\n");
        assertThat(read().threads()).isEqualTo(4915);
        write("cgroup/system.slice/pids.max", "4000\n");
        assertThat(read().threads()).isEqualTo(4000);
        write("cgroup/system.slice/datanode.service/pids.max", "max\n");
        assertThat(read().threads()).isEqualTo(4000);
        assertThat(read().files()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void cgroupOfVersionOne_limitsThreadsByItsOwnController() throws Exception {
        write("proc/self/limits", limits("unlimited", "20000"));
        write("proc/self/cgroup", "9:memory:/x\n8:pids:/a\n");
        write("cgroup/memory/x/pids.max", "5\n");
        write("cgroup/pids/a/pids.max", "777\n");
        assertThat(read().threads()).isEqualTo(777);
    }

    /** A container that mounts its own group at the root, whatever it is called outside. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "8:pids:/docker/c1; /docker/c1 @/pids - cgroup cgroup rw,pids; pids/pids.max",
                "8:pids:/docker/c1; / @/pids - cgroup cgroup rw,pids; pids/pids.max",
                "8:pids,freezer:/docker/c1; /docker/c1 @/pids,freezer - cgroup cgroup rw,pids,freezer; pids,freezer/pids.max",
                "8:pids:/a/b; /c @/pids - cgroup cgroup rw,pids; pids/pids.max",
                "8:pids:/docker/c1/x; /docker/c1 @/pids - cgroup cgroup rw,pids; pids/x/pids.max",
                "0::/; / @ - cgroup2 cgroup rw,nsdelegate; pids.max",
                "0::/docker/c1; /docker/c1 @ - cgroup2 cgroup rw; pids.max",
                "0::/docker/c1/x/y; /docker/c1 @ - cgroup2 cgroup rw; x/pids.max",
                "0::/a; / @/unified - cgroup2 cgroup2 rw; unified/a/pids.max",
                "0::/a; / @/with\\040blank - cgroup2 cgroup2 rw; with blank/a/pids.max"
            })
    void limitsOfContainers_areThoseOfTheirOwnMounts(String group, String mount, String file) throws Exception {
        write("proc/self/limits", limits("96364", "20000"));
        write("proc/self/cgroup", "9:memory:/docker/c1\n" + group + "\n");
        write(
                "proc/self/mountinfo",
                "31 23 0:28 / / rw,relatime - tmpfs tmpfs rw\n"
                        + "35 31 0:32 /docker/c1 /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
                        + "36 31 0:35 "
                        + mount.replace("@", root.resolve("cgroup") + "").replace(" - ", " rw shared:1 - ")
                        + "\n");
        write("cgroup/" + file, "600\n");
        assertThat(read().threads()).isEqualTo(600);
    }

    @Test
    void limitOfTheWholeContainer_countsWhereItsPartHasALargerOne() throws Exception {
        write("proc/self/limits", limits("96364", "20000"));
        write("proc/self/cgroup", "0::/a/b\n");
        write("proc/self/mountinfo", "36 31 0:35 / " + root.resolve("cgroup") + " rw - cgroup2 cgroup rw\n");
        write("cgroup/a/b/pids.max", "max\n");
        write("cgroup/a/pids.max", "700\n");
        write("cgroup/pids.max", "600\n");
        assertThat(read().threads()).isEqualTo(600);
    }

    @Test
    void kernelThatDoesNotTell_allowsNothing() throws Exception {
        assertThat(read().files()).isZero();
        assertThat(read().threads()).isZero();
        write("proc/self/limits", "Max open files            many                 many                 files\n");
        write("proc/self/cgroup", "0::/\n");
        assertThat(read().files()).isZero();
    }

    private static String limits(String processes, String files) {
        return "Limit                     Soft Limit           Hard Limit           Units     \n"
                + "Max processes             " + processes + "                unlimited            processes \n"
                + "Max open files            " + files + "                unlimited            files     \n";
    }

    private ProcessLimits read() {
        return ProcessLimits.read(root.resolve("proc"), root.resolve("cgroup"));
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        Files.writeString(root.resolve(file), text);
    }
}
