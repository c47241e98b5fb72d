package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** HDFS's own work on four DataNodes with two disks each: its tenants pay for it, on every disk that it touches. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
final class OwnWorkIT {

    private static final int MIB = 1 << 20;
    private static final int NODES = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path COPIED = new Path("/copied");
    private static final Path STRIPED = new Path("/striped");
    private static final Path STRIPED_FILE = new Path(STRIPED, "file");
    private static final Path INTERRUPTED = new Path("/interrupted");
    private static final String ONE_OF_TWO = "XOR-2-1-1024k";

    /** What of the striped file lies on each of its three DataNodes. */
    private static final int STRIPE_BYTES = 4 * MIB;

    /** A DataNode that is silent for twelve seconds is dead; which of four has most to do is chance. */
    private static final Map<String, String> HASTE = Map.of(
            "dfs.heartbeat.interval",
            "1",
            "dfs.namenode.heartbeat.recheck-interval",
            "1000",
            "dfs.namenode.redundancy.interval.seconds",
            "1s",
            "dfs.namenode.redundancy.considerLoad",
            "false");

    private final Map<String, DataNode> dataNodes = new LinkedHashMap<>();
    private Cluster cluster;
    private DistributedFileSystem files;
    private Map<String, String> stripes;
    private String dead;

    @BeforeAll
    void startEverything() throws IOException {
        java.nio.file.Path folder = RigFolders.folder("own-work").toAbsolutePath();
        ClusterBuilder plan = Cluster.in(folder)
                .hadoop(Versions.ofHadoop())
                .nameNode(HASTE)
                .coordinators(0)
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "200m"))
                .withoutDataNodes();
        for (int i = 0; i < NODES; i++) {
            java.nio.file.Path disks = folder.resolve("disks-" + i);
            plan.dataNode(
                    "datanode-" + i,
                    Map.of(
                            "dfs.datanode.data.dir",
                            disks.resolve("one").toUri() + ","
                                    + disks.resolve("two").toUri()));
        }
        cluster = plan.start();
        cluster.dataNodes().forEach(each -> dataNodes.put(each.address(), each));
        Configuration configuration = new Configuration();
        configuration.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
        configuration.set("dfs.client.use.datanode.hostname", "false");
        files = (DistributedFileSystem)
                FileSystem.newInstance(URI.create(cluster.nameNode().fileSystem()), configuration);
    }

    @AfterAll
    void stopEverything() throws IOException {
        files.close();
        cluster.close();
    }

    @Test
    @Order(1)
    void copyThatTheNameNodeOrders_isReplications_whereItIsReadAndWhereItIsWritten() throws IOException {
        write(COPIED, 1, 8 * MIB);
        Map<String, String> before = places(COPIED);
        assertThat(charged("hdfs.replication", before)).containsOnly(0.0);
        files.setReplication(COPIED, (short) 2);
        await().atMost(PATIENCE).until(() -> places(COPIED).size() == 2);
        Map<String, String> after = places(COPIED);
        assertThat(after).containsAllEntriesOf(before);
        await().untilAsserted(() -> assertThat(charged("hdfs.replication", after))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(8.0 * MIB, 8.2 * MIB)));
        files.delete(COPIED, false); // so that HDFS does not copy it again when a DataNode dies
    }

    @Test
    @Order(2)
    void blockThatAPipelineTakesToANewDataNode_isRecoverys() throws IOException {
        files.enableErasureCodingPolicy(ONE_OF_TWO);
        files.mkdirs(STRIPED);
        files.setErasureCodingPolicy(STRIPED, ONE_OF_TWO);
        write(STRIPED_FILE, 1, 2 * STRIPE_BYTES);
        // the NameNode closes a stripe when two of its three DataNodes have told that they have theirs
        await().atMost(PATIENCE).until(() -> places(STRIPED_FILE).size() == 3);
        stripes = places(STRIPED_FILE);

        Set<String> pipeline = new LinkedHashSet<>();
        try (FSDataOutputStream out = files.create(INTERRUPTED, (short) 3)) {
            out.write(new byte[4 * MIB]);
            out.hflush();
            for (DatanodeInfo one : ((DFSOutputStream) out.getWrappedStream()).getPipeline()) {
                pipeline.add(one.getXferAddr());
            }
            dead = pipeline.stream().filter(stripes::containsKey).findFirst().orElseThrow();
            dataNodes.get(dead).process().kill();
            out.write(new byte[MIB]);
            out.hflush();
        }
        Map<String, String> newcomer = new LinkedHashMap<>();
        await().atMost(PATIENCE).until(() -> {
            newcomer.clear();
            newcomer.putAll(places(INTERRUPTED));
            newcomer.keySet().removeAll(pipeline);
            return newcomer.size() == 1;
        });
        await().untilAsserted(() -> assertThat(charged("hdfs.recovery", newcomer))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(4.0 * MIB, 4.2 * MIB)));
    }

    @Test
    @Order(3)
    void stripeThatIsMadeAnew_isReconstructionsWhereItIsReadAndReplicationsWhereItIsWritten() throws IOException {
        Map<String, String> left = new LinkedHashMap<>(stripes);
        left.remove(dead);
        Map<String, String> newcomer = new LinkedHashMap<>();
        await().atMost(PATIENCE).until(() -> {
            newcomer.clear();
            newcomer.putAll(places(STRIPED_FILE));
            newcomer.keySet().removeAll(stripes.keySet());
            return newcomer.size() == 1;
        });
        await().untilAsserted(() -> assertThat(charged("hdfs.reconstruction", left))
                .allSatisfy(bytes -> assertThat(bytes).isBetween(1.0 * STRIPE_BYTES, 1.1 * STRIPE_BYTES)));
        await().untilAsserted(() -> assertThat(charged("hdfs.replication", newcomer))
                .allSatisfy(bytes -> assertThat(bytes).isGreaterThanOrEqualTo(STRIPE_BYTES)));
        dataNodes.remove(dead);
        assertThat(dataNodes.values())
                .allSatisfy(
                        one -> assertThat(HookFigures.of(one).number("Errors")).isZero());
    }

    private void write(Path path, int replicas, int bytes) throws IOException {
        try (FSDataOutputStream out = files.create(path, (short) replicas)) {
            out.write(new byte[bytes]);
        }
    }

    /** The addresses of the DataNodes that hold the first block or stripe of a file, and on which disk each does. */
    private Map<String, String> places(Path path) throws IOException {
        BlockLocation block = files.getFileBlockLocations(path, 0, 1)[0];
        Map<String, String> places = new LinkedHashMap<>();
        for (int i = 0; i < block.getNames().length; i++) {
            places.put(block.getNames()[i], block.getStorageIds()[i]);
        }
        return places;
    }

    /** What that tenant moved at each of these places. */
    private List<Double> charged(String tenant, Map<String, String> places) {
        return places.entrySet().stream()
                .map(place -> HookFigures.of(dataNodes.get(place.getKey())).rows("Tenants").stream()
                        .filter(figures -> tenant.equals(figures.get("tenant"))
                                && place.getValue().equals(figures.get("volume")))
                        .mapToDouble(figures -> ((Number) figures.get("bytes")).doubleValue())
                        .sum())
                .toList();
    }
}
