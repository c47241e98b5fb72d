package io.hdfsthrottle.coordinator.feature.launch.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings.As;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Orders;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Drivers are real processes; YARN is a file, asked by a client that is a process. */
@Timeout(120)
@Tag("slow")
final class OnYarnTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String ID = "c-0123abcd";
    private static final As AS = new As(true, As.BY_SETPRIV);
    private static final String OTHERS = "application_1_0007 c-00000000";

    @TempDir
    private Path folder;

    private ScriptedYarn yarn;
    private LocalBackend backend;

    @BeforeEach
    void build() throws Exception {
        ScriptedSpark.in(folder.resolve("spark"));
        yarn = ScriptedYarn.in(folder.resolve("conf"));
        Files.createDirectories(folder.resolve("disk"));
    }

    @AfterEach
    void tearDown() {
        if (backend != null) {
            backend.close();
        }
        MarkedProcesses.processes(folder.toString()).forEach(ProcessHandle::destroyForcibly);
    }

    private static LaunchSettings settings(Path folder) {
        return new LaunchSettings(
                true,
                Optional.of(folder.resolve("spark")),
                Optional.of(new Yarn(folder.resolve("conf"), Optional.empty(), Map.of("DS-1", "disk1"))),
                AS,
                Map.of("DS-1", folder.resolve("disk")),
                folder.resolve("launch"),
                Optional.empty(),
                new Quota(9, 9, 9, 9_999),
                9,
                Duration.ofHours(1));
    }

    private static LocalBackend started(Path folder) throws IOException {
        LocalBackend backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        backend.start(ID, "lease-7", Orders.application("alice", 1), List.of("DS-1"));
        await().atMost(MINUTE).until(() -> backend.log(ID).contains("waits"));
        return backend;
    }

    private void awaitNothingLeft() {
        await().atMost(MINUTE).ignoreExceptions().untilAsserted(() -> {
            assertThat(MarkedProcesses.processes(folder.resolve("launch").toString()))
                    .isEmpty();
            assertThat(folder.resolve("disk")).isEmptyDirectory();
            assertThat(yarn.applications()).containsExactly(OTHERS);
            assertThat(yarn.removed()).hasContent("-rm -r -f -skipTrash .sparkStaging/application_1_0001");
        });
        assertThat(yarn.killed()).hasContent("application_1_0001 by alice");
    }

    private Path journal() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("launch"))) {
            return all.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    @Test
    void driverThatIsKilled_leavesNoApplication() throws Exception {
        backend = started(folder);
        assertThat(backend.volumes(Orders.application("alice", 1))).containsExactly(Set.of("DS-1"));
        assertThat(yarn.applications()).containsExactly(OTHERS, "application_1_0001 " + ID);
        assertThat(backend.observe(ID).exit()).isEmpty();
        assertThat(backend.contact(ID)).isEqualTo(Map.of("application", "application_1_0001"));
        ProcessHandle agent = ProcessHandle.of(backend.agent(ID)).orElseThrow();
        agent.children().forEach(ProcessHandle::destroyForcibly);
        await().atMost(MINUTE).until(() -> backend.observe(ID).exit().isPresent());
        await().atMost(MINUTE).until(() -> {
            backend.end(ID, true);
            return backend.observe(ID).gone();
        });
        awaitNothingLeft();
        assertThat(new Journal(journal()).entries()).isEmpty();
    }

    /** A process that starts a deployment, as a coordinator does, and ends itself as a crash does. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            started(Path.of(arguments[0]));
            Runtime.getRuntime().halt(137);
        }
    }

    @Test
    void coordinatorThatIsKilled_leavesNoApplication_alsoIfNobodyStartsItAgain() throws Exception {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toRealPath().toString())
                .inheritIO()
                .start();
        assertThat(victim.waitFor()).isEqualTo(137);
        awaitNothingLeft();
    }

    @Test
    void deploymentIsRemembered_whileYarnCannotBeReached() throws Exception {
        Files.createDirectories(folder.resolve("launch"));
        Files.setPosixFilePermissions(folder.resolve("launch"), PosixFilePermissions.fromString("rwx------"));
        Journal journal = Journal.make(folder.resolve("launch/of-1"));
        YarnCleanup farewell =
                new YarnCleanup(folder.resolve("spark").toString(), yarn.conf().toString(), "alice");
        String directory = folder.resolve("disk").resolve(ID).toString();
        Entry entry = new Entry(ID, "lease-7", "", List.of(directory), farewell);
        journal.write(entry);
        assertThat(journal.entries()).containsExactly(entry);
        yarn.down();
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.swept()).isEmpty();
        backend.close();
        Files.delete(yarn.conf().resolve("down"));
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.swept()).isEqualTo(Map.of(ID, "lease-7"));
    }

    @Test
    void standaloneMasters_andWhatIsMissing_areRefusedByName() throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.trouble(
                        Orders.standalone(1, 1).product(),
                        Orders.standalone(1, 1).version()))
                .contains("launch.where");
        assertThat(backend.trouble(
                        Orders.application("alice", 1).product(),
                        Orders.application("alice", 1).version()))
                .isEmpty();
        Files.delete(folder.resolve("spark/jars/spark-yarn_1.jar"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContaining("launch.spark.home");
        Files.delete(yarn.conf().resolve("yarn-site.xml"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContaining("launch.yarn.conf");
    }
}
