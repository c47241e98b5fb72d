package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.executor.ExecutorGroups;
import io.hdfsthrottle.executor.ExecutorMode;
import io.hdfsthrottle.executor.LocalIo;
import io.hdfsthrottle.executor.Ownership;
import io.hdfsthrottle.executor.Processes;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.localio.ExecutorStanding.State;
import io.hdfsthrottle.localio.ExecutorThreadName;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.localio.ProcessIo;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Executors in this machine's cgroup v1: which are moved, and which are not. */
final class ExecutorGroupsIT {

    private static final Path PROC = Path.of("/proc");
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Tenant GOLD = Tenant.named("gold");

    private final ControlFiles files = ControlFiles.ofKernel();
    private final List<Process> processes = new ArrayList<>();
    private Path delegated;
    private LocalIo localIo;

    @BeforeEach
    void delegate() throws IOException {
        Needs.blkio();
        delegated = Files.createDirectory(CGROUPS.resolve(
                "blkio/hdfs-throttle-test-" + ProcessHandle.current().pid()));
        Processes seen = new Processes(files, PROC);
        localIo = new LocalIo(
                ExecutorMode.HOLD,
                new Ownership(ProcessHandle.current().pid(), Set.of("root")),
                Optional.of(new ExecutorGroups(files, delegated, CGROUPS, seen)),
                files,
                PROC,
                volume -> Optional.empty(),
                new LocalIo.Shares() {
                    @Override
                    public double weight(String volume, Tenant tenant) {
                        return 1;
                    }

                    @Override
                    public void charge(String volume, Tenant tenant, String application, long bytes) {
                        throw new AssertionError("there is no volume");
                    }
                },
                Ticker.system());
    }

    @AfterEach
    void leaveNothing() throws Exception {
        if (localIo != null) {
            localIo.close();
        }
        for (Process process : processes) {
            process.getOutputStream().close();
            int unused = process.waitFor();
        }
        if (delegated != null) {
            await().untilAsserted(() -> assertThat(Files.deleteIfExists(delegated) || Files.notExists(delegated))
                    .isTrue());
        }
    }

    private Process process(String plate) throws IOException {
        Process process = NamedProcess.started(plate);
        processes.add(process);
        return process;
    }

    private static LocalExecutor executor(String application, long pid) throws IOException {
        String machine =
                Files.readString(PROC.resolve("sys/kernel/random/boot_id")).trim();
        long start = ProcessIo.startTicks(Files.readString(PROC.resolve(pid + "/stat")))
                .getAsLong();
        return LocalExecutor.of(application, "alice", GOLD, ExecutorClaim.of("1", machine, pid, start, List.of()));
    }

    private static String group(long pid) throws IOException {
        return Files.readAllLines(PROC.resolve(pid + "/cgroup")).stream()
                .filter(line -> line.contains(":blkio:"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void executor_isHeldInItsTenantsGroup_andPutBackAtTheEnd() throws Exception {
        long pid = process(ExecutorThreadName.of("app-1", "1")).pid();
        String before = group(pid);
        localIo.claims(List.of(executor("app-1", pid)));
        localIo.poll(List.of(), List.of());
        assertThat(localIo.state().executors())
                .extracting(ExecutorStanding::state)
                .containsExactly(State.HELD);
        assertThat(group(pid)).endsWith(delegated.getFileName() + "/t-gold");
        localIo.claims(List.of());
        localIo.poll(List.of(), List.of());
        assertThat(group(pid)).isEqualTo(before);
        assertThat(delegated.resolve("t-gold")).doesNotExist();
    }

    @Test
    void processThatIsNotThatExecutor_staysWhereItIs() throws Exception {
        long pid = process(ExecutorThreadName.of("app-2", "1")).pid();
        String before = group(pid);
        LocalExecutor own = executor("app-1", pid);
        LocalExecutor dataNode = executor("app-1", ProcessHandle.current().pid());
        localIo.claims(List.of(own, dataNode));
        localIo.poll(List.of(), List.of());
        assertThat(localIo.state().executors())
                .extracting(ExecutorStanding::state)
                .containsExactly(State.REFUSED, State.REFUSED);
        assertThat(group(pid)).isEqualTo(before);
    }
}
