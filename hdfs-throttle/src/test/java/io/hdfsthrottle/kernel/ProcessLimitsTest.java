package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
