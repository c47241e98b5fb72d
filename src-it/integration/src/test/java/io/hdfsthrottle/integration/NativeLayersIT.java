package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hdfsthrottle.cluster.Hdfs;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.rig.DataNode;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.JavaCommand;
import io.hdfsthrottle.rig.NameNode;
import io.hdfsthrottle.rig.Repository;
import io.hdfsthrottle.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What needs native calls, in a DataNode beside Hadoop's own libraries: where they work and where they cannot. */
final class NativeLayersIT {

    private static final int FILE_BYTES = 20 << 20;

    private final Repository repository = Repository.find();
    private final HadoopHost host = HadoopHost.version(repository, Versions.hadoop());
    private Rig rig;
    private NameNode nameNode;
    private Path temporary;
    private DataNode dataNode;

    @BeforeEach
    void begin() throws IOException {
        rig = Rig.in(repository, Workshop.folder("native"), Rig.Lifetime.OURS);
        nameNode = NameNode.start(rig, host);
        temporary = Files.createDirectories(rig.folder("java-tmp").toAbsolutePath());
    }

    @AfterEach
    void end() {
        rig.close();
    }

    private void start(Map<String, String> more) {
        start(more, UnaryOperator.identity());
    }

    private void start(Map<String, String> more, UnaryOperator<JavaCommand> changes) {
        Map<String, String> site = new HashMap<>(more);
        site.put("dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin");
        site.put("hadoop.tmp.dir", rig.folder("tmp").toString());
        List<String> flags = List.of("-Djava.io.tmpdir=" + temporary);
        dataNode = DataNode.start(
                rig,
                host,
                nameNode,
                "datanode",
                site,
                List.of(repository.datanodeHook()),
                command -> changes.apply(command.withFlags(flags)));
    }

    private void assertThatItServes() throws IOException {
        try (Hdfs hdfs = Hdfs.untagged(nameNode)) {
            String written = hdfs.write("/file", FILE_BYTES, 1);
            assertThat(hdfs.read("/file")).isEqualTo(written);
        }
        assertThat(HookFigures.of(dataNode).number("Errors")).isZero();
    }

    /** What is said of the reads on the only volume. */
    private Map<String, Object> reads() {
        return HookFigures.of(dataNode).coverage().stream()
                .filter(cover -> "reads".equals(cover.get("path")))
                .findFirst()
                .orElse(Map.of("coveredBy", "", "reason", ""));
    }

    private long logged(String words) throws IOException {
        try (Stream<String> lines = Files.lines(dataNode.process().log())) {
            return lines.filter(line -> line.contains(words)).count();
        }
    }

    @Test
    void connections_arePacedByTheKernel_inAWorkingDataNode() throws IOException {
        start(Map.of("hdfs.throttle.kernel.socket", "1200m", "hdfs.throttle.kernel.ioprio", "on"));

        assertThatItServes();
        await().untilAsserted(
                        () -> assertThat(reads().get("coveredBy").toString()).contains("socket"));
    }

    @Test
    void onTheOldestJavaThatHostsRun_bothWorkAsWell() throws IOException {
        Optional<Path> java = Needs.java11();
        assumeTrue(Versions.hadoop().equals("3.4"), "needs a Java 11 and Hadoop 3.4, the last that runs on it");
        assumeTrue(java.isPresent(), "needs a Java 11, and JAVA11_HOME to say where it is");
        Path home = java.orElseThrow();
        start(
                Map.of("hdfs.throttle.kernel.socket", "1200m", "hdfs.throttle.kernel.ioprio", "on"),
                command -> command.withJava(home));

        assertThatItServes();
        await().untilAsserted(
                        () -> assertThat(reads().get("coveredBy").toString()).contains("socket"));
        assertThat(logged("hdfs.throttle.kernel.ioprio is off")).isZero();
        assertThat(version()).isEqualTo("11");
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
            // The library may be found elsewhere; then the layer works, and else it says in one line that it does not.
            await().until(() -> reads().get("coveredBy").toString().contains("socket")
                    || logged("hdfs.throttle.kernel.socket is off") == 1);
        } finally {
            end();
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
