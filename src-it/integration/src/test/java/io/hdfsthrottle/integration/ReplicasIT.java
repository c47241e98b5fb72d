package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An application reads where its tenant has most entitlement left: three DataNodes, one of which another tenant uses
 * up.
 */
@Tag("alone")
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplicasIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String READ = "/replicated";
    private static final String CROWDED = "/crowded";
    private static final int BLOCK = 1 << 20;
    private static final int BLOCKS = 40;
    private static final long SEED = 19;

    private Cluster cluster;
    private List<DataNode> dataNodes;
    private SparkSite spark;
    private String digest;
    private Hdfs crowd;
    private Streams crowding;

    @BeforeAll
    void start() throws Exception {
        // Far less than a machine gives from memory, so that pacing alone decides what a node gives.
        cluster = Cluster.in(RigFolders.folder("replicas"))
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "20m", "hdfs.throttle.charge", "transferred"))
                .start();
        cluster.coordinator().putTenant("gold", 1);
        cluster.coordinator().putTenant("bronze", 19);
        crowd = Hdfs.tagged(cluster.nameNode(), cluster.register("crowd", "bronze"));
        crowd.write(CROWDED, 2 * Hdfs.BLOCK_BYTES, SEED);
        String address = cluster.dataNode().address();
        DataNode two = cluster.addDataNode("two", Map.of());
        dataNodes = List.of(cluster.dataNode(), two, cluster.addDataNode("three", Map.of()));
        Map<String, String> client = Map.of(
                "dfs.replication", "3", "dfs.blocksize", Integer.toString(BLOCK), "dfs.bytes-per-checksum", "512");
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client)) {
            writer.write(READ, BLOCKS * BLOCK, SEED);
            digest = digestOfBlocks(writer);
        }
        spark = SparkSite.version(Versions.ofSpark(), "spark-replicas");
        crowding = Streams.readingParts(crowd, CROWDED, 2, 2L * Hdfs.BLOCK_BYTES, Streams.Behind.LEFT);
        await().atMost(PATIENCE).until(() -> isFirstNodeContended(address));
    }

    /** As the job tells it: of the digests of the blocks. */
    private static String digestOfBlocks(Hdfs client) throws Exception {
        MessageDigest whole = MessageDigest.getInstance("SHA-256");
        try (var in = client.open(READ)) {
            for (int i = 0; i < BLOCKS; i++) {
                byte[] block = MessageDigest.getInstance("SHA-256").digest(in.readNBytes(BLOCK));
                whole.update(HexFormat.of().formatHex(block).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return HexFormat.of().formatHex(whole.digest());
    }

    @SuppressWarnings("unchecked")
    private boolean isFirstNodeContended(String address) throws IOException {
        Map<String, Object> left = cluster.coordinator().get("/v1/applications/crowd/replicas");
        List<Map<String, Object>> nodes = (List<Map<String, Object>>) left.get("nodes");
        return nodes.size() == 3
                && nodes.stream()
                                .filter(node -> ((Number) node.get("leftBytesPerSecond")).longValue() > 15 << 20)
                                .count()
                        == 2
                && nodes.stream()
                        .anyMatch(node -> node.get("node").equals(address)
                                && ((Number) node.get("leftBytesPerSecond")).longValue() < 10 << 20);
    }

    @AfterAll
    void stop() throws IOException {
        crowding.close();
        crowd.close();
        spark.close();
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource(Placement.class)
    void application_readsFromTheNodesThatAreNotContended_andEveryByteIsRight(Placement placement) throws IOException {
        Map<DataNode, Long> before = read();

        String told = run("by-entitlement-" + placement, placement, "entitlement");

        assertThat(told).isEqualTo(digest);
        Map<DataNode, Long> after = read();
        long contended = after.get(dataNodes.get(0)) - before.get(dataNodes.get(0));
        long all = dataNodes.stream()
                .mapToLong(node -> after.get(node) - before.get(node))
                .sum();
        assertThat(all).isGreaterThanOrEqualTo((long) BLOCKS * BLOCK);
        assertThat((double) contended / all)
                .as("part of the bytes that came from the contended node; by chance alone a third")
                .isLessThan(0.15);
    }

    private Map<DataNode, Long> read() {
        Map<DataNode, Long> read = new LinkedHashMap<>();
        dataNodes.forEach(node -> read.put(node, (long) HookFigures.of(node).tenant("gold", "bytes")));
        return read;
    }

    private String run(String name, Placement placement, String choice) throws IOException {
        Path result = spark.folder("results").resolve(name);
        SparkRun run = spark.submit(
                placement,
                cluster.nameNode(),
                new Submission(
                        name,
                        "io.hdfsthrottle.jobs.PacedReadJob",
                        Map.of(
                                "spark.hdfs.throttle.tenant",
                                "gold",
                                "spark.hdfs.throttle.replicas",
                                choice,
                                "spark.hdfs.throttle.coordinator",
                                cluster.coordinator().url().toString()),
                        spark.plugin(),
                        Map.of(
                                "file",
                                READ,
                                "bytesPerSecond",
                                Integer.toString(4 << 20),
                                "result",
                                result.toAbsolutePath().toString())));
        run.awaitSuccess();
        assertThat(run.complaints()).isEmpty();
        return (String) JSON.std.mapFrom(Files.readString(result)).get("sha256");
    }
}
