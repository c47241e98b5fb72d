package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Bind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.OutputFrame;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;
import org.testcontainers.utility.DockerImageName;

/** conf/container/Dockerfile, built from the unpacked tarball, and run as docs/install.md says. */
@NeedsDocker
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ContainerImageIT {

    private static final Duration STOP = Duration.ofSeconds(10);
    private static final String SETTINGS = volume();
    private static final String DATA = volume();
    private static final Distribution DISTRIBUTION = Distribution.built();

    private static Network network;
    private static String image;
    private static GenericContainer<?> coordinator;

    @BeforeAll
    static void buildAndStart(@TempDir Path folder) throws Exception {
        network = Network.newNetwork();
        Path unpacked = DISTRIBUTION.unpackedIn(folder);
        image = new ImageFromDockerfile("hdfs-throttle-test/coordinator", false)
                .withFileFromPath(".", unpacked)
                .withFileFromPath("Dockerfile", unpacked.resolve("conf/container/Dockerfile"))
                .withBuildArg("BASE", new Images().base())
                .withBuildArg(
                        "VERSION", Files.readString(unpacked.resolve("VERSION")).strip())
                .get();
        try (GenericContainer<?> init =
                container("init", "--directory", "/etc/hdfs-throttle", "--address", "coordinator1")) {
            init.withStartupCheckStrategy(new OneShotStartupCheckStrategy()).start();
            assertThat(init.getLogs()).contains("made /etc/hdfs-throttle/signing.keys");
        }
        coordinator = container(
                        "coordinator",
                        "--config",
                        "/etc/hdfs-throttle/coordinator.properties",
                        "--embedded-zookeeper",
                        "/var/lib/hdfs-throttle/zookeeper")
                .waitingFor(
                        Wait.forLogMessage(".*coordinator ready on .*", 1).withStartupTimeout(Duration.ofMinutes(1)));
        coordinator.start();
    }

    @AfterAll
    static void removeAll() {
        if (coordinator != null) {
            coordinator.close();
        }
        if (network != null) {
            network.close();
            docker().removeVolumeCmd(SETTINGS).exec();
            docker().removeVolumeCmd(DATA).exec();
        }
    }

    /** A new name: an engine that was there before may know those of an earlier run. */
    private static String volume() {
        return "hdfs-throttle-test-" + UUID.randomUUID();
    }

    private static GenericContainer<?> container(String... command) {
        return new GenericContainer<>(DockerImageName.parse(image))
                .withNetwork(network)
                .withNetworkAliases("coordinator1")
                .withCommand(command)
                .withCreateContainerCmdModifier(create -> create.getHostConfig()
                        .withBinds(
                                Bind.parse(SETTINGS + ":/etc/hdfs-throttle"),
                                Bind.parse(DATA + ":/var/lib/hdfs-throttle")));
    }

    private static ExecResult exec(String... command) throws IOException, InterruptedException {
        return coordinator.execInContainer(command);
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }

    private static InspectContainerResponse state() {
        return docker().inspectContainerCmd(coordinator.getContainerId()).exec();
    }

    @Test
    void coordinator_answersTheCommandLineInItsContainer() throws Exception {
        ExecResult status = exec("hdfs-throttle", "status", "--json");
        assertThat(status.getExitCode()).as(status.getStderr()).isZero();
        assertThat(JSON.std.mapFrom(status.getStdout())).containsEntry("leading", true);
    }

    @Test
    void tenants_areSetWithTheTokenThatInitMade() throws Exception {
        ExecResult refused = exec("hdfs-throttle", "tenants", "set", "gold", "--priority", "8");
        assertThat(refused.getExitCode()).as("without a token").isNotZero();
        ExecResult set = exec(
                "hdfs-throttle",
                "tenants",
                "set",
                "gold",
                "--priority",
                "8",
                "--token-file",
                "/etc/hdfs-throttle/admin.token");
        assertThat(set.getExitCode()).as(set.getStderr()).isZero();
        assertThat(exec("hdfs-throttle", "tenants", "list", "--token-file", "/etc/hdfs-throttle/admin.token")
                        .getStdout())
                .containsPattern("gold\\s+8\\b");
    }

    @Test
    void process_isNotRootAndTellsItsHealth() throws Exception {
        assertThat(exec("id", "-u").getStdout().strip()).isEqualTo("9880");
        assertThat(exec("stat", "-c", "%u %a", "/etc/hdfs-throttle/signing.keys")
                        .getStdout()
                        .strip())
                .isEqualTo("9880 600");
        List<String> check = docker().inspectImageCmd(image)
                .exec()
                .getConfig()
                .getHealthcheck()
                .getTest();
        ExecResult health = exec(check.subList(1, check.size()).toArray(String[]::new));
        assertThat(health.getExitCode()).as(health.getStderr()).isZero();
    }

    @Test
    void image_saysWhatItIs() {
        Map<String, String> labels =
                docker().inspectImageCmd(image).exec().getConfig().getLabels();
        assertThat(labels)
                .containsEntry("org.opencontainers.image.version", DISTRIBUTION.version())
                .containsEntry("org.opencontainers.image.licenses", "Apache-2.0");
    }

    @Test
    void sigterm_endsItInSecondsAndWhatWasSetStays() throws Exception {
        exec(
                "hdfs-throttle",
                "tenants",
                "set",
                "silver",
                "--priority",
                "3",
                "--token-file",
                "/etc/hdfs-throttle/admin.token");
        docker().killContainerCmd(coordinator.getContainerId())
                .withSignal("SIGTERM")
                .exec();
        await().atMost(STOP).until(() -> !Boolean.TRUE.equals(state().getState().getRunning()));
        assertThat(state().getState().getExitCodeLong()).isEqualTo(143);
        assertThat(coordinator.getLogs(OutputFrame.OutputType.STDERR)).doesNotContain("Exception");

        docker().startContainerCmd(coordinator.getContainerId()).exec();
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> assertThat(
                        exec("hdfs-throttle", "tenants", "list", "--token-file", "/etc/hdfs-throttle/admin.token")
                                .getStdout())
                .containsPattern("silver\\s+3\\b"));
    }
}
