package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Three DataNodes and every file on all of them: each operation belongs to whom the rules say, on every replica,
 * without any plugin.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
final class RulesIT {

    private static final int FILE_BYTES = 4 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Map<String, String> THREE = Map.of("dfs.replication", "3");
    private static final String REGION_SERVER = "hb_rs_rs1.example.com,16020,1690000000000";
    private static final String MAP_TASK = "attempt_1690000000000_0001_m_000000_0";

    private Cluster cluster;
    private List<DataNode> dataNodes;

    @BeforeAll
    void startEverything() throws Exception {
        cluster = Cluster.in(RigFolders.folder("rules"))
                .hadoop(Versions.ofHadoop())
                .dataNode(Map.of(
                        "hdfs.throttle.volume.capacity",
                        "400m",
                        "hadoop.user.group.static.mapping.overrides",
                        "carol=analysts,staff;"))
                .withoutDataNodes()
                .dataNode("first", Map.of())
                .dataNode("second", Map.of())
                .dataNode("third", Map.of())
                .start();
        dataNodes = cluster.dataNodes();
        for (String tenant : List.of("network", "hbase", "scans", "batch", "analysts", "gold")) {
            cluster.coordinator().putTenant(tenant, 2);
        }
        rule("network", Map.of("address", "127.0.0.0/8", "operation", "write"), "network");
        rule("scans", Map.of("clientName", "DFSClient_hb_rs_*", "operation", "read"), "scans");
        rule("hbase", Map.of("clientName", "DFSClient_hb_rs_*"), "hbase");
        rule("mapreduce", Map.of("clientName", "DFSClient_attempt_*"), "batch");
        rule("analysts", Map.of("group", "analysts"), "analysts");
        rule("never", Map.of("clientName", "libhdfs*"), "gold");
        cluster.awaitGrants();
        knowEachOther();
    }

    private void rule(String name, Map<String, String> match, String tenant) throws IOException {
        cluster.coordinator().put("/v1/rules/" + name, Map.of("match", match, "tenant", tenant));
    }

    /**
     * All three have one address here, so that none can tell a client's from another DataNode's, once it has asked the
     * NameNode.
     */
    private void knowEachOther() throws IOException {
        try (Hdfs somebody = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", THREE)) {
            await().atMost(PATIENCE).until(() -> {
                List<Double> before = bytes("default");
                somebody.write("/warm", 1 << 17, 1);
                return risen(before, bytes("default"), 1 << 17);
            });
        }
    }

    @AfterAll
    void stopEverything() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void writeOfATaggedApplication_isItsTenants_onEveryReplica() throws Exception {
        paysOnceKnown("gold", cluster.register("app-gold", "gold", "alice"), "/gold");
    }

    @Test
    void writeOfAClientWithoutAPlugin_isWhoseItsNameIs_onEveryReplica_andNeverOfADataNodesAddress() throws Exception {
        List<Double> network = bytes("network");
        pays("hbase", REGION_SERVER, "/hbase");
        pays("batch", MAP_TASK, "/batch");
        assertThat(bytes("network")).isEqualTo(network);
    }

    @Test
    void readAndWriteOfOneClient_areOfTheTenantsThatTheirRulesSay() throws Exception {
        double scans = sum(bytes("scans"));
        List<Double> hbase = bytes("hbase");
        try (Hdfs regionServer = Hdfs.tagged(cluster.nameNode(), REGION_SERVER, THREE)) {
            String written = regionServer.write("/store", FILE_BYTES, 2);
            await().until(() -> risen(hbase, bytes("hbase"), FILE_BYTES));
            List<Double> after = bytes("hbase");
            assertThat(regionServer.read("/store")).isEqualTo(written);
            await().until(() -> sum(bytes("scans")) >= scans + FILE_BYTES);
            assertThat(bytes("hbase")).isEqualTo(after);
        }
    }

    @Test
    void applicationOfAUserInAGroup_isTheGroups_asHadoopMapsItOnTheDataNode() throws Exception {
        paysOnceKnown("analysts", cluster.register("app-carol", null, "carol"), "/carol");
    }

    @Test
    void rules_showHowOftenTheyDecided_andWhichNeverDid() throws Exception {
        pays("hbase", REGION_SERVER, "/counted");
        await().untilAsserted(() -> assertThat(hits("hbase")).isGreaterThanOrEqualTo(dataNodes.size()));
        assertThat(hits("never")).isZero();
    }

    @SuppressWarnings("unchecked")
    private long hits(String rule) throws IOException {
        return ((List<Map<String, Object>>)
                        cluster.coordinator().get("/v1/rules").get("rules"))
                .stream()
                        .filter(each -> rule.equals(each.get("rule")))
                        .mapToLong(each -> ((Number) each.get("hits")).longValue())
                        .sum();
    }

    /** A file that a client of that name writes is paid by that tenant, on each DataNode. */
    private void pays(String tenant, String name, String path) throws IOException {
        List<Double> before = bytes(tenant);
        write(name, path);
        await().until(() -> risen(before, bytes(tenant), FILE_BYTES));
    }

    /** The same as soon as the DataNodes have heard of it. */
    private void paysOnceKnown(String tenant, String name, String path) {
        await().atMost(PATIENCE).until(() -> {
            List<Double> before = bytes(tenant);
            write(name, path);
            return risen(before, bytes(tenant), FILE_BYTES);
        });
    }

    private void write(String name, String path) throws IOException {
        try (Hdfs client = Hdfs.tagged(cluster.nameNode(), name, THREE)) {
            client.write(path, FILE_BYTES, 1);
        }
    }

    /** What that tenant moved on each DataNode. */
    private List<Double> bytes(String tenant) {
        return dataNodes.stream()
                .map(one -> HookFigures.of(one).tenant(tenant, "bytes"))
                .toList();
    }

    private static boolean risen(List<Double> before, List<Double> after, int least) {
        for (int i = 0; i < before.size(); i++) {
            if (after.get(i) < before.get(i) + least) {
                return false;
            }
        }
        return true;
    }

    private static double sum(List<Double> bytes) {
        return bytes.stream().mapToDouble(Double::doubleValue).sum();
    }
}
