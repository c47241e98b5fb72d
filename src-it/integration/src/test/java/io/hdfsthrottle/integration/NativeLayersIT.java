package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.JavaCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What needs native calls, in a DataNode beside Hadoop's own libraries: where they work and where they cannot. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class NativeLayersIT {

    private static final int FILE_BYTES = 20 << 20;
    private static final double NETWORK = 1200 << 20;
    private static final Map<String, String> BOTH =
            Map.of("hdfs.throttle.kernel.socket", "1200m", "hdfs.throttle.kernel.ioprio", "on");
    private static final String SOCKET_IS_OFF = "hdfs.throttle.kernel.socket is off";

    private Cluster cluster;
    private Path temporary;
    private DataNode dataNode;
    private int logged;

    @BeforeAll
    void begin() throws IOException {
        cluster = Cluster.in(RigFolders.folder("native"))
                .hadoop(Versions.ofHadoop())
                .coordinators(0)
                .start();
        temporary = Files.createDirectories(cluster.rig().folder("java-tmp").toAbsolutePath());
    }

    @AfterAll
    void end() {
        cluster.close();
    }

    private void start(Map<String, String> more) throws IOException {
        start(more, UnaryOperator.identity());
    }

    /** The same DataNode in another way; its log is of this start. */
    private void start(Map<String, String> more, UnaryOperator<JavaCommand> changes) throws IOException {
        logged = Files.readAllLines(cluster.dataNode().process().log()).size();
        var unused = cluster.restartDataNode(DataNode.Setup.hooked(more)
                .withFlags(List.of("-Djava.io.tmpdir=" + temporary))
                .startedBy(changes));
        dataNode = cluster.dataNode();
    }

    private void assertThatItServes() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
        }
        assertThat(HookFigures.of(dataNode).number("Errors")).isZero();
    }

    /** What is said of the reads on the only volume. */
    private Map<String, Object> reads() {
        return HookFigures.of(dataNode).rows("Coverage").stream()
                .filter(cover -> "reads".equals(cover.get("path")))
                .findFirst()
                .orElse(Map.of("coveredBy", "", "reason", ""));
    }

    private long logged(String words) throws IOException {
        try (Stream<String> lines = Files.lines(dataNode.process().log())) {
            return lines.skip(logged).filter(line -> line.contains(words)).count();
        }
    }

    @Test
    void connectionsAndThreads_haveInTheKernelWhatTheirTenantIsDue() throws IOException {
        start(BOTH);

        assertThatItServes();
        assertThatTheKernelHoldsAReader();
    }

    @Test
    void onTheOldestJavaThatHostsRun_bothWorkAsWell() throws IOException {
        Optional<Path> java = Needs.java11();
        assumeTrue(Versions.ofHadoop().equals("3.4"), "needs a Java 11 and Hadoop 3.4, the last that runs on it");
        assumeTrue(java.isPresent(), "needs a Java 11, and JAVA11_HOME to say where it is");
        Path home = java.orElseThrow();
        start(BOTH, command -> command.withJava(home));

        assertThatItServes();
        assertThatTheKernelHoldsAReader();
        assertThat(logged("hdfs.throttle.kernel.ioprio is off")).isZero();
        assertThat(version()).isEqualTo("11");
    }

    /** A client that does not read on keeps its transfer thread at work; the only tenant at work is the heaviest. */
    private void assertThatTheKernelHoldsAReader() throws IOException {
        Needs.tool("ss");
        Needs.tool("ionice");
        KernelView kernel = new KernelView(dataNode);
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode());
                InputStream reading = hdfs.open("/file")) {
            assertThat(reading.read()).isNotNegative();
            await().untilAsserted(() -> assertThat(kernel.connectionLimits())
                    .singleElement(as(InstanceOfAssertFactories.DOUBLE))
                    .isCloseTo(NETWORK, withinPercentage(1)));
            await().untilAsserted(() -> assertThat(kernel.transferPriorities()).containsExactly("best-effort: prio 0"));
            assertThat(covers()).isTrue();
        }
        await().untilAsserted(() -> assertThat(kernel.connectionLimits()).isEmpty());
    }

    private boolean covers() {
        return reads().get("coveredBy").toString().contains("socket");
    }

    private String version() throws IOException {
        return String.valueOf(dataNode.bean("java.lang:type=Runtime").get("SpecVersion"));
    }

    @Test
    void temporaryFolderInWhichNothingMayRun_stopsNobody_andWhatCoversWhatIsSaid() throws Exception {
        Needs.root("for mounting a file system");
        mount("noexec");
        try {
            start(Map.of("hdfs.throttle.kernel.socket", "1200m"));

            assertThatItServes();
            await().until(() -> logged(SOCKET_IS_OFF) > 0);
            assertThat(logged(SOCKET_IS_OFF)).isEqualTo(1);
            assertThat(covers()).isFalse();
            assertThat(reads().get("reason").toString()).contains("jffi.extract.dir", temporary.toString());
            for (Path place : List.of(temporary, dataNode.process().log().getParent())) {
                assertThat(place).isDirectoryNotContaining("glob:**/{jffi,hdfs-throttle-}*");
            }
        } finally {
            dataNode.close();
            unmount();
        }
    }

    private void mount(String option) throws Exception {
        assertThat(run("mount", "-t", "tmpfs", "-o", option, "tmpfs", temporary.toString()))
                .isZero();
    }

    private void unmount() throws Exception {
        assertThat(run("umount", temporary.toString())).isZero();
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
