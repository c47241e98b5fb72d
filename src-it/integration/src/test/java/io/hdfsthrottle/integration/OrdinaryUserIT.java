package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A DataNode that is not root, on a host that was set up as docs/host-setup.md says, and on one that was not. */
@Tag("all")
final class OrdinaryUserIT {

    private static final OrdinaryUser USER = new OrdinaryUser("nobody");
    private static final Path GROUP = Path.of("/sys/fs/cgroup/blkio/hdfs-datanode");
    private static final String HOST_SETUP = "sbin/host-setup --user " + USER.name();
    private static final int FILE_BYTES = 4 << 20;

    /** HDFS writes no block to a disk that has only half of it free. */
    private static final int DISK_MEBIBYTES = 2048;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Not in this clone: every user has access here. */
    @TempDir
    private static Path folder;

    private static Repository repository;
    private static Cluster cluster;
    private static DataNode former;
    private static LoopDisk disk;

    @BeforeAll
    static void startAll() throws Exception {
        Needs.ordinaryUser();
        repository = Repository.find();
        cluster = Cluster.in(RigFolders.folder("user"))
                .hadoop(Versions.ofHadoop())
                .coordinators(0)
                .withoutDataNodes()
                .start();
        if (Files.exists(GROUP)) {
            // An earlier test's that was killed; a DataNode's own has threads in it or another owner.
            assertThat(Files.getOwner(GROUP).getName()).as("who owns %s", GROUP).isEqualTo(USER.name());
            assertThat(hostSetup("--remove")).isZero();
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        disk = LoopDisk.in(folder, DISK_MEBIBYTES, LoopDisk.Speed.FULL);
    }

    @AfterEach
    void leaveNoGroup() throws Exception {
        assertThat(hostSetup("--remove")).isZero();
        assertThat(GROUP).doesNotExist();
    }

    @AfterAll
    static void stopAll() {
        if (cluster != null) {
            cluster.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void withTheDocumentedSetUp_theKernelHoldsItsTenants_andItLeavesNothing() throws Exception {
        assertThat(hostSetup("--user", USER.name())).isZero();
        assertThat(doctor()).contains("fine     group for " + USER.name()).doesNotContain(HOST_SETUP);
        try (DataNode dataNode = start("prepared");
                Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            long process = dataNode.process().pid();
            assertThat(Files.getOwner(Path.of("/proc/" + process)).getName()).isEqualTo(USER.name());
            String written = hdfs.write("/prepared", FILE_BYTES, 1);
            await().atMost(PATIENCE).until(() -> reads(dataNode, "coveredBy").contains("blkio backstop"));
            try (InputStream reading = hdfs.open("/prepared")) {
                assertThat(reading.read()).isNotNegative();
                await().atMost(PATIENCE).untilAsserted(() -> assertThat(CgroupView.groupsOf(process))
                        .anyMatch(group -> group.startsWith(GROUP) && group.endsWith("t-default")));
            }
            assertThat(doctor()).contains("may make groups in its own, /hdfs-datanode");
            assertThat(hdfs.read("/prepared")).isEqualTo(written);
            assertThat(HookFigures.of(dataNode).number("Errors")).isZero();
            assertThat(dataNode.process().stop()).as("ends in good order").isTrue();
            assertThat(CgroupView.groupsOf(process)).isEmpty();
        }
    }

    @Test
    void withoutIt_theLogAndJmxAndTheDoctorNameTheCommand_andHdfsWorks() throws Exception {
        assertThat(doctor()).contains("missing  group for " + USER.name()).contains(HOST_SETUP);
        try (DataNode dataNode = start("unprepared");
                Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            String written = hdfs.write("/unprepared", FILE_BYTES, 1);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(reads(dataNode, "reason"))
                    .contains("this user may not", HOST_SETUP, "docs/host-setup.md"));
            assertThat(reads(dataNode, "coveredBy")).isEqualTo("pacing");
            assertThat(logged(dataNode, "The layer blkio is off"))
                    .singleElement()
                    .asString()
                    .contains(HOST_SETUP);
            assertThat(doctor()).contains("user " + USER.name() + " may not make groups in its own");
            assertThat(hdfs.read("/unprepared")).isEqualTo(written);
            assertThat(HookFigures.of(dataNode).number("Errors")).isZero();
            assertThat(dataNode.process().stop()).as("ends in good order").isTrue();
        }
    }

    private static DataNode start(String name) {
        Path own = USER.folder(disk.folder().resolve("datanode"));
        DataNode.Setup setup = DataNode.Setup.hooked(Map.of(
                        "dfs.datanode.data.dir",
                        USER.folder(own.resolve("data")).toUri().toString(),
                        "hadoop.tmp.dir",
                        USER.folder(own.resolve("tmp")).toString(),
                        "hdfs.throttle.kernel.blkio",
                        "backstop"))
                .startedBy(command -> USER.runs(
                        command.withFlags(List.of("-Djava.io.tmpdir=" + own)),
                        repository.root().resolve("conf/hadoop-env-blkio.sh"),
                        cluster.rig().folder("datanode-" + name)));
        // The same DataNode again: the NameNode would send clients to one that has ended for minutes.
        former = former == null
                ? cluster.addDataNode("datanode", setup)
                : former.respawned(setup).awaitReady();
        return former;
    }

    private static String reads(DataNode dataNode, String attribute) {
        return HookFigures.of(dataNode).rows("Coverage").stream()
                .filter(cover -> "reads".equals(cover.get("path")) && !"unknown".equals(cover.get("volume")))
                .map(cover -> String.valueOf(cover.get(attribute)))
                .findFirst()
                .orElse("");
    }

    private static List<String> logged(DataNode dataNode, String words) throws IOException {
        return Files.readAllLines(dataNode.process().log()).stream()
                .filter(line -> line.contains(words))
                .toList();
    }

    private static int hostSetup(String... arguments) throws Exception {
        List<String> line = new ArrayList<>(List.of("sbin/host-setup"));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line)
                .directory(repository.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        cluster.rig().folder("logs").resolve("host-setup.log").toFile()))
                .start()
                .waitFor();
    }

    /** What it says; that it sees other DataNodes of this machine does no harm. */
    private static String doctor() throws Exception {
        Process doctor = new ProcessBuilder("bin/hdfs-throttle", "doctor", "--user", USER.name())
                .directory(repository.root().toFile())
                .redirectErrorStream(true)
                .start();
        return new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
