package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * HDFS detects slow DataNodes and slow disks, and does not report one of four DataNodes that is paced hard enough to be
 * found. With the same pacing and a hook that does not know of the detection, it is reported; so the hook is what
 * prevents it. Then its writers are evicted while their threads rest: all go on with other DataNodes.
 *
 * <p>Socket buffers are small, so that a resting thread is felt at once, and the threshold is far from what a busy
 * machine adds.
 */
@Tag("alone")
@Timeout(240)
final class SlowNodeSignalsIT {

    private static final int BLOCK_BYTES = 1 << 20; // much more than sockets hold while its writer waits
    private static final int WRITERS = 8;
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String PEER_STATS = "dfs.datanode.peer.stats.enabled";

    private static final Map<String, String> DETECTION = Map.of(
            PEER_STATS,
            "true",
            "dfs.datanode.outliers.report.interval",
            "1s",
            "dfs.datanode.fileio.profiling.sampling.percentage",
            "100");

    /** What the NameNode says of no slow disk, as SlowDiskTracker has it. */
    private static final String NO_SLOW_DISK = "null";

    private final ConcurrentLinkedQueue<IOException> errors = new ConcurrentLinkedQueue<>();
    private final AtomicLong files = new AtomicLong();
    private final AtomicBoolean writing = new AtomicBoolean(true);

    @Test
    void dataNodePacedHard_isReportedByNobody_andItsWritersGoOnWithoutIt() throws Exception {
        try (Cluster nodes = cluster()) {
            DataNode paced = nodes.dataNode();
            List<DataNode> others = nodes.dataNodes().subList(1, 4);
            startWriting(nodes);

            await().atMost(PATIENCE).until(() -> everybodyMeasures(others, paced));
            await().during(LONG_ENOUGH).atMost(LONG_ENOUGH.multipliedBy(2)).untilAsserted(() -> {
                assertThat(report(nodes, "SlowPeersReport")).isEqualTo("[]");
                assertThat(report(nodes, "SlowDisksReport")).isEqualTo(NO_SLOW_DISK);
            });
            print("known", others);
            assertThat(HookFigures.of(paced).number("LongestSleepMillis")).isGreaterThan(100);

            paced.reconfigure(Map.of(PEER_STATS, "false"));
            await().atMost(PATIENCE)
                    .until(() -> report(nodes, "SlowPeersReport").contains(webAddress(paced)));
            print("not known", others);
            assertThat(report(nodes, "SlowDisksReport")).isEqualTo(NO_SLOW_DISK);

            assertThatWritersGoOnAfter(paced::evictWriters);
            assertThat(Files.readString(paced.process().log(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("Join on writer thread");
            writing.set(false);
        }
    }

    /** Their threads in the paced DataNode rest up to two seconds at a time, and are interrupted. */
    private void assertThatWritersGoOnAfter(Runnable interruption) {
        interruption.run();
        long before = files.get();
        await().atMost(PATIENCE).until(() -> files.get() > before + 3 * WRITERS);
        assertThat(errors).isEmpty();
    }

    private static Map<String, String> nameNodeSettings() {
        Map<String, String> settings = new HashMap<>(DETECTION);
        settings.put("dfs.namenode.block-placement-policy.exclude-slow-nodes.enabled", "true");
        settings.put("dfs.namenode.slowpeer.collect.interval", "1s");
        return settings;
    }

    private static Cluster cluster() throws URISyntaxException {
        Path folder = RigFolders.folder("slow").toAbsolutePath();
        ClusterBuilder plan = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .nameNode(nameNodeSettings())
                .coordinators(0);
        Map<String, String> settings = new HashMap<>(DETECTION);
        settings.put("dfs.datanode.plugins", FastPeerAverages.class.getName());
        settings.put("dfs.datanode.min.outlier.detection.nodes", "3");
        settings.put("dfs.datanode.peer.metrics.min.outlier.detection.samples", "5");
        settings.put("dfs.datanode.slowpeer.low.threshold.ms", "20");
        settings.put("dfs.datanode.min.outlier.detection.disks", "3");
        settings.put("dfs.pipeline.slownode", "true");
        settings.put("dfs.datanode.transfer.socket.send.buffer.size", "65536");
        settings.put("dfs.datanode.transfer.socket.recv.buffer.size", "65536");
        Path classes = Path.of(FastPeerAverages.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        plan.withoutDataNodes().dataNode(settings).dataNodes(setup -> setup.adding(List.of(classes)));
        for (String name : List.of("paced", "other-1", "other-2", "other-3")) {
            String disks = Stream.of("1", "2", "3")
                    .map(disk ->
                            folder.resolve(name).resolve("disk-" + disk).toUri().toString())
                    .collect(Collectors.joining(","));
            plan.dataNode(
                    name,
                    Map.of(
                            "dfs.datanode.data.dir",
                            disks,
                            "hdfs.throttle.volume.capacity",
                            name.equals("paced") ? "1m" : "400m"));
        }
        return plan.start();
    }

    private void startWriting(Cluster nodes) {
        Map<String, String> replicated = Map.of(
                "dfs.replication", "3",
                "dfs.blocksize", Integer.toString(BLOCK_BYTES),
                "dfs.client.datanode-restart.timeout", "2s",
                "dfs.client.block.write.replace-datanode-on-failure.best-effort", "true");
        Hdfs hdfs = Hdfs.tagged(nodes.nameNode(), "NONMAPREDUCE", replicated);
        for (int i = 0; i < WRITERS; i++) {
            String path = "/file-" + i;
            Thread writer = new Thread(() -> write(hdfs, path), "writer-" + i);
            writer.setDaemon(true);
            writer.start();
        }
    }

    private void write(Hdfs hdfs, String path) {
        try {
            while (writing.get()) {
                hdfs.write(path, BLOCK_BYTES, 1);
                files.incrementAndGet();
            }
        } catch (IOException broken) {
            errors.add(broken);
        }
    }

    private static String report(Cluster nodes, String attribute) throws IOException {
        Map<String, Object> status = nodes.nameNode().bean("Hadoop:service=NameNode,name=NameNodeStatus");
        assertThat(status).containsKey(attribute);
        return String.valueOf(status.get(attribute));
    }

    /** How DataNodes are called in these figures. */
    private static String webAddress(DataNode dataNode) {
        return dataNode.http().getAuthority();
    }

    private static String averages(DataNode dataNode) throws IOException {
        return String.valueOf(
                dataNode.bean("Hadoop:service=DataNode,name=DataNodeInfo").get("SendPacketDownstreamAvgInfo"));
    }

    private static boolean everybodyMeasures(List<DataNode> others, DataNode paced) throws IOException {
        for (DataNode other : others) {
            if (!averages(other).contains(webAddress(paced))) {
                return false;
            }
        }
        return true;
    }

    private static void print(String what, List<DataNode> others) throws IOException {
        List<String> all = new ArrayList<>();
        for (DataNode other : others) {
            all.add(averages(other));
        }
        System.out.println("milliseconds a packet, " + what + ": " + all);
    }
}
