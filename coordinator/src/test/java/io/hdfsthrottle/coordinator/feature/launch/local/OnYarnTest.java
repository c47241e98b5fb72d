package io.hdfsthrottle.coordinator.feature.launch.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings.As;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Orders;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        backend.start(Orders.deployment(ID, Orders.application("alice", 1)), List.of("DS-1"));
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
        assertThat(new Journal(folder.resolve("launch")).entries()).isEmpty();
    }

    /** A process that starts a deployment, as a coordinator does, and ends itself as a crash does. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            started(Path.of(arguments[0]));
            Runtime.getRuntime().halt(137);
        }
    }

    private int killed() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toRealPath().toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    @Test
    void driverOutlivesItsCoordinator_andTheNextKnowsItsApplication_andEndsIt() throws Exception {
        assertThat(killed()).isEqualTo(137);
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.observe(ID)).isEqualTo(ProcessState.RUNNING);
        assertThat(backend.contact(ID)).isEqualTo(Map.of("application", "application_1_0001"));
        await().atMost(MINUTE).until(() -> {
            backend.end(ID, true);
            return backend.observe(ID).gone();
        });
        awaitNothingLeft();
    }

    @Test
    void deploymentIsRemembered_whileYarnCannotBeReached() throws Exception {
        assertThat(killed()).isEqualTo(137);
        yarn.down();
        endAtTheNext();
        backend.close();
        Files.delete(yarn.conf().resolve("down"));
        endAtTheNext();
        awaitNothingLeft();
        backend.close();
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.left()).isEmpty();
    }

    private void endAtTheNext() throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.left()).extracting(Deployment::id).containsExactly(ID);
        await().atMost(MINUTE).until(() -> {
            backend.end(ID, true);
            return backend.observe(ID).gone();
        });
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
