package io.hdfsthrottle.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.FakeKernel;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ExecutorGroupsTest {

    private static final Tenant GOLD = Tenant.named("gold");
    private static final Path BLKIO = FakeKernel.CGROUPS.resolve("blkio");
    private static final Path PARENT = BLKIO.resolve("executors");
    private static final Path GROUP = PARENT.resolve("t-gold");
    private static final Path CONTAINER = BLKIO.resolve("yarn/container_1");

    private final FakeKernel kernel = FakeKernel.withBlkio();

    private static LocalExecutor executor(long pid, long start) {
        return LocalExecutor.of(
                "app-1", "alice", GOLD, ExecutorClaim.of("7", ExecutorOwnershipTest.MACHINE, pid, start, List.of()));
    }

    private ExecutorGroups groups(Path parent) {
        return new ExecutorGroups(kernel, parent, FakeKernel.CGROUPS, new Processes(kernel, Path.of("/proc")));
    }

    private ExecutorGroups delegated() {
        Outcome unused = kernel.makeFolder(PARENT);
        unused = kernel.makeFolder(CONTAINER);
        started(4711, 1_000, "7:blkio:/yarn/container_1\n0::/");
        return groups(PARENT);
    }

    private void started(long pid, long ticks, String cgroup) {
        kernel.file("/proc/" + pid + "/stat", pid + " (java) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 30 0 " + ticks + " 0")
                .file("/proc/" + pid + "/cgroup", cgroup);
    }

    @Test
    void executor_isPutIntoItsTenantsGroup_once_andBackWhereItCameFrom() {
        ExecutorGroups groups = delegated();
        assertThat(groups.take(executor(4711, 1_000))).isEmpty();
        assertThat(groups.take(executor(4711, 1_000))).isEmpty();
        assertThat(kernel.written()).containsExactly(GROUP + "/cgroup.procs=4711");
        groups.close();
        assertThat(kernel.written()).endsWith(CONTAINER + "/cgroup.procs=4711");
        assertThat(kernel.exists(GROUP)).isFalse();
    }

    @Test
    void numberThatWasGivenToAnotherProcess_isPutBackAtOnce() {
        ExecutorGroups groups = delegated();
        assertThat(groups.take(executor(4711, 999))).contains("has ended");
        assertThat(kernel.written()).endsWith(CONTAINER + "/cgroup.procs=4711");
    }

    @Test
    void processThatEndedMeanwhile_isNotPutBack() {
        ExecutorGroups groups = delegated();
        assertThat(groups.take(executor(4711, 1_000))).isEmpty();
        started(4711, 2_000, "7:blkio:/");
        groups.keep(Set.of());
        assertThat(kernel.written()).doesNotContain(CONTAINER + "/cgroup.procs=4711");
    }

    @Test
    void limits_areTold_ifTheyChangeByATenth_andLiftedAtTheEnd() {
        ExecutorGroups groups = delegated();
        assertThat(groups.take(executor(4711, 1_000))).isEmpty();
        groups.limit(GOLD, "8:0", Rate.ofBytesPerSecond(1_000));
        groups.limit(GOLD, "8:0", Rate.ofBytesPerSecond(1_050));
        groups.limit(GOLD, "8:0", Rate.ofBytesPerSecond(2_000));
        assertThat(groups.limit(GOLD, "8:0")).isEqualTo(Rate.ofBytesPerSecond(2_000));
        groups.close();
        assertThat(kernel.written())
                .containsSubsequence(
                        GROUP + "/blkio.throttle.read_bps_device=8:0 1000",
                        GROUP + "/blkio.throttle.read_bps_device=8:0 2000",
                        GROUP + "/blkio.throttle.read_bps_device=8:0 0")
                .doesNotContain(GROUP + "/blkio.throttle.read_bps_device=8:0 1050");
    }

    @Test
    void whatAnEarlierProcessLimited_isLifted() {
        ExecutorGroups groups = delegated();
        Outcome unused = kernel.makeFolder(GROUP);
        kernel.file(GROUP.resolve("blkio.throttle.read_bps_device").toString(), "8:0 4096");
        assertThat(groups.obstacle()).isEmpty();
        assertThat(kernel.written()).contains(GROUP + "/blkio.throttle.read_bps_device=8:0 0");
    }

    @Test
    void folderThatIsNoControlGroup_holdsNobody_andIsNamed() {
        ExecutorGroups groups = groups(Path.of("/tmp/none"));
        assertThat(groups.take(executor(4711, 1_000))).contains("/tmp/none is no control group");
        assertThat(kernel.written()).isEmpty();
    }

    @Test
    void groupThatIsNotDelegated_holdsNobody() {
        ExecutorGroups groups = delegated();
        kernel.refusing(GROUP, Outcome.DENIED);
        assertThat(groups.take(executor(4711, 1_000))).contains("may not");
    }

    @Test
    void onVersion2_ioMaxHolds_belowAGroupThatWasDelegated() {
        FakeKernel unified = FakeKernel.unified();
        Path parent = FakeKernel.CGROUPS.resolve("executors");
        Path group = parent.resolve("t-gold");
        Path container = FakeKernel.CGROUPS.resolve("yarn/container_1");
        Outcome made = unified.makeFolder(container);
        assertThat(made).isEqualTo(Outcome.DONE);
        unified.file(parent.resolve("cgroup.controllers").toString(), "cpu io")
                .file(parent.resolve("cgroup.subtree_control").toString(), "cpu")
                .file(group.resolve("io.max").toString(), "")
                .file("/proc/4711/stat", "4711 (java) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 30 0 1000 0")
                .file("/proc/4711/cgroup", "0::/yarn/container_1");
        ExecutorGroups groups =
                new ExecutorGroups(unified, parent, FakeKernel.CGROUPS, new Processes(unified, Path.of("/proc")));
        assertThat(groups.take(executor(4711, 1_000))).isEmpty();
        groups.limit(GOLD, "8:0", Rate.ofBytesPerSecond(1_000));
        groups.close();
        assertThat(unified.written())
                .containsExactly(
                        parent + "/cgroup.subtree_control=+io",
                        group + "/cgroup.procs=4711",
                        group + "/io.max=8:0 rbps=1000",
                        container + "/cgroup.procs=4711",
                        group + "/io.max=8:0 rbps=max");
    }
}
