package io.hdfsthrottle.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import io.hdfsthrottle.testkit.yarn.Yarn;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The coordinator launches one application whose executors are on several hosts of YARN. Real: HDFS with the hook, YARN,
 * Spark and its executors, each a process. The two hosts are loopback addresses of this machine, each with a NodeManager
 * and a DataNode that bear it as their host name; so they share a kernel, a clock and a disk, and their network fails
 * never. The disks are stand-ins', two of each host, of which one is leased.
 */
@Tag("all")
@Timeout(400)
final class LaunchOnHostsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> HOSTS = List.of("127.0.0.2", "127.0.0.3");
    private static final int FILES = 24;
    private static final int LINES = 20_000;
    private static final String TEXT = "to be or not to be\n";

    private static final String PRODUCTS = """
            {"format": 1, "products": [{"name": "wordcount", "title": "counts", "kind": "application", "role": "register",
             "versions": [{"version": "spark", "jar": "examples/jars/spark-examples_*.jar",
               "class": "io.hdfsthrottle.jobs.WordCountJob", "arguments": ["{text}"]}],
             "form": {"disks": {"least": 1, "most": 1, "default": 1}, "nodes": {"least": 1, "most": 2, "default": 2},
               "cores": {"least": 1, "most": 2, "default": 1},
               "memory": {"least": "512m", "most": "1g", "default": "512m"},
               "arguments": [{"name": "text", "title": "text", "pattern": "hdfs:.*", "example": "hdfs:///a"}]}}]}
            """;

    private final Path folder = RigFolders.folder("launch-on-hosts").toAbsolutePath();
    private final Repository repository = Repository.find();

    private Path folder(String name) throws Exception {
        return Files.createDirectories(folder.resolve(name));
    }

    private Cluster cluster(Path spark) throws Exception {
        Path products = Files.writeString(folder("settings").resolve("products.json"), PRODUCTS);
        Path conf = folder("hdfs/yarn/conf");
        // The coordinator starts before the NameNode that is named there, and looks whether there is one.
        Files.writeString(conf.resolve("yarn-site.xml"), "<configuration/>");
        return Cluster.in(folder.resolve("hdfs"))
                .withoutDataNodes()
                .coordinator(Map.ofEntries(
                        Map.entry("lease", "on"),
                        Map.entry("node.expiry", "1h"),
                        Map.entry("launch", "on"),
                        Map.entry("launch.as", "coordinator"),
                        Map.entry("launch.spark.home", spark.toString()),
                        Map.entry("launch.where", "yarn"),
                        Map.entry("launch.yarn.conf", conf.toString()),
                        Map.entry("launch.yarn.labels", "DS-1=both,DS-3=both"),
                        Map.entry("launch.disks", "DS-1=" + folder("driver1") + ",DS-3=" + folder("driver2")),
                        Map.entry("launch.folder", folder.resolve("launched").toString()),
                        Map.entry("launch.products.file", products.toString())))
                .start();
    }

    private static DataNode dataNode(Cluster cluster, String host) {
        return cluster.addDataNode(
                "datanode-" + host,
                Map.of(
                        "dfs.datanode.hostname",
                        host,
                        "hdfs.throttle.node.key.file",
                        Coordinator.nodeKey(cluster.rig(), "default", host).toString(),
                        "hdfs.throttle.volume.capacity",
                        "400m"));
    }

    private static JsonObject send(Cluster cluster, String method, String path, String body, int status)
            throws Exception {
        return HttpAnswer.of(cluster.coordinator().url().resolve(path), method, body, status);
    }

    @Test
    void applicationWithADiskOfEachOfTwoHosts_hasAnExecutorOnBoth_andItsTenantReadsFromBoth() throws Exception {
        try (Rig sparks = Rig.in(repository, folder.resolve("sparks"), Rig.Lifetime.OURS)) {
            Path home = SparkHost.version(sparks, "3.5").withPrograms(repository.jobs());
            Path plugin = repository.sparkPlugin();
            Files.createSymbolicLink(home.resolve("jars").resolve(plugin.getFileName()), plugin);
            try (Cluster cluster = cluster(home)) {
                launchOn(cluster);
            }
        }
    }

    private void launchOn(Cluster cluster) throws Exception {
        List<DataNode> dataNodes =
                HOSTS.stream().map(host -> dataNode(cluster, host)).toList();
        cluster.awaitGrants();
        Yarn yarn = Yarn.start(
                cluster.rig(),
                HadoopHost.version(repository, "3.4-yarn"),
                cluster.nameNode(),
                List.of(
                        new Yarn.Node("both", HOSTS.get(0), folder("yarn1")),
                        new Yarn.Node("both", HOSTS.get(1), folder("yarn2"))));
        StandInNode.report(cluster.coordinator().url(), Credential.NONE, "stand-in-1:9866", 1, 2);
        StandInNode.report(cluster.coordinator().url(), Credential.NONE, "stand-in-2:9866", 3, 4);
        cluster.coordinator().putTenant("etl", 4);
        try (Hdfs hdfs = Hdfs.untagged(cluster.nameNode())) {
            for (int i = 0; i < FILES; i++) {
                try (OutputStream out = hdfs.create("/text/part-" + i)) {
                    out.write(TEXT.repeat(LINES).getBytes(UTF_8));
                }
            }
        }

        String text = cluster.nameNode().fileSystem() + "/text";
        String name = send(
                        cluster,
                        "POST",
                        "/v1/deployments",
                        "{\"product\":\"wordcount\",\"tenant\":\"etl\",\"arguments\":{\"text\":\"" + text + "\"}}",
                        201)
                .text("deployment");
        String path = "/v1/deployments/" + name + "?lines=500";
        assertThat(send(cluster, "GET", "/v1/leases", "", 200)
                        .objects("leases", 9)
                        .get(0)
                        .objects("holds", 9))
                .extracting(each -> each.text("node"))
                .containsExactlyInAnyOrder("stand-in-1:9866", "stand-in-2:9866");
        await().atMost(PATIENCE).until(() -> send(cluster, "GET", path, "", 200).text("state"), "finished"::equals);

        JsonObject shown = send(cluster, "GET", path, "", 200);
        List<String> log = shown.texts("log", 999);
        assertThat(log).contains("to: " + 2 * FILES * LINES);
        for (String host : HOSTS) {
            assertThat(log).as(host).anyMatch(line -> line.contains("Finished task") && line.contains(host + " "));
        }
        double read = 0;
        for (DataNode each : dataNodes) {
            double bytes = HookFigures.of(each).tenant("etl", "bytes");
            assertThat(bytes).as(each.address()).isPositive();
            read += bytes;
        }
        assertThat(read).isGreaterThanOrEqualTo((double) FILES * LINES * TEXT.length());
        assertThat(yarn.applications(name).values()).containsExactly("FINISHED");
        assertThat(send(cluster, "GET", "/v1/leases", "", 200).objects("leases", 9))
                .isEmpty();
    }
}
