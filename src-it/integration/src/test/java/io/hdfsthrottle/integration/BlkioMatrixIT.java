package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.disk.LoopDisk;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A DataNode that is asked to use blkio reads, writes, stops, and reports what covers its reads, with every view of
 * cgroup v1 that a host may have and every disk scheduler.
 */
@Tag("all")
final class BlkioMatrixIT {

    private static final int FILE_BYTES = 4 << 20;

    /** HDFS writes no block to a disk that has only half of it free. */
    private static final int DISK_MEBIBYTES = 2048;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static LoopDisk disk;
    private static Cluster cluster;

    private static Stream<Arguments> hosts() {
        return Stream.of(CgroupView.values()).flatMap(view -> Stream.of("none", "mq-deadline", "bfq")
                .map(scheduler -> Arguments.of(view, scheduler)));
    }

    @BeforeAll
    static void startAll() {
        Needs.blkio();
        Path folder = RigFolders.folder("blkio");
        disk = LoopDisk.in(folder, DISK_MEBIBYTES, LoopDisk.Speed.FULL);
        cluster = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .coordinators(0)
                .withoutDataNodes()
                .start();
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

    @ParameterizedTest
    @MethodSource("hosts")
    void readsWritesAndStops_andSaysWhatCoversReads(CgroupView view, String scheduler) throws IOException {
        Tier.current()
                .needsPrivilege(
                        disk.get("queue/scheduler").contains(scheduler), "this kernel has no scheduler " + scheduler);
        disk.set("queue/scheduler", scheduler);
        DataNode dataNode = start(view, scheduler);
        long process = dataNode.process().pid();
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            String file = "/" + view + "-" + scheduler;
            String written = hdfs.write(file, FILE_BYTES, 1);
            if (view.atFirst().isEmpty()) {
                await().atMost(PATIENCE).until(() -> reason(dataNode).contains(view.inTheEnd()));
                await().atMost(PATIENCE)
                        .until(() -> coveredBy(dataNode).equals("pacing")); // its block files are proved
            } else {
                await().atMost(PATIENCE).until(() -> coveredBy(dataNode).contains(view.atFirst()));
                try (InputStream reading = hdfs.open(file)) {
                    assertThat(reading.read()).isNotNegative();
                    await().atMost(PATIENCE).until(() -> CgroupView.groupsOf(process).stream()
                            .anyMatch(group -> group.endsWith("t-default")));
                    if (!view.inTheEnd().isEmpty()) {
                        CgroupView.remove(process);
                    }
                }
            }
            assertThat(hdfs.read(file)).isEqualTo(written);
            assertThat(hdfs.read(file)).isEqualTo(hdfs.write(file + "-again", FILE_BYTES, 1));
            await().atMost(PATIENCE).until(() -> reason(dataNode).contains(view.inTheEnd()));
            assertThat(HookFigures.of(dataNode).number("Errors")).isZero();
            assertThat(saidOff(dataNode)).hasSize(view.inTheEnd().isEmpty() ? 0 : 1);
            assertThat(dataNode.process().stop()).as("ends in good order").isTrue();
        } finally {
            dataNode.close();
        }
        assertThat(dataNode.process().isAlive()).isFalse();
        assertThat(CgroupView.groupsOf(process)).isEmpty();
    }

    private DataNode start(CgroupView view, String scheduler) {
        String cgroups = view.make(disk, scheduler).toString();
        return cluster.addDataNode(
                "datanode-" + view + "-" + scheduler,
                Map.of(
                        "dfs.datanode.data.dir",
                        disk.folder().resolve("data").toUri().toString(),
                        "hdfs.throttle.kernel.blkio",
                        "backstop",
                        "hdfs.throttle.kernel.cgroup.root",
                        cgroups));
    }

    private static String coveredBy(DataNode dataNode) {
        return reads(dataNode, "coveredBy");
    }

    private static String reason(DataNode dataNode) {
        return reads(dataNode, "reason");
    }

    private static String reads(DataNode dataNode, String attribute) {
        return HookFigures.of(dataNode).rows("Coverage").stream()
                .filter(cover -> "reads".equals(cover.get("path")) && !"unknown".equals(cover.get("volume")))
                .map(cover -> String.valueOf(cover.get(attribute)))
                .findFirst()
                .orElse("");
    }

    private static List<String> saidOff(DataNode dataNode) throws IOException {
        return Files.readAllLines(dataNode.process().log()).stream()
                .filter(line -> line.contains("The layer blkio is off"))
                .toList();
    }
}
