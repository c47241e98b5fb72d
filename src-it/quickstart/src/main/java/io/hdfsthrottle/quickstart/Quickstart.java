package io.hdfsthrottle.quickstart;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.hdfsthrottle.quickstart.Run.Kind;
import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Runs the quickstart: a cluster, files, and the same three applications twice. */
final class Quickstart {

    /** The kinds of disk of several DataNodes, by which files are on one of them each: see {@link Dataset}. */
    private static final List<String> DISKS = List.of("DISK", "SSD", "ARCHIVE");

    /** Readers check as much as they read, which needs the last compiler; but not for what only runs at the start. */
    private static final String READERS = "-XX:TieredStopAtLevel=4 -XX:Tier4InvocationThreshold=50000"
            + " -XX:Tier4MinInvocationThreshold=6000 -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000";

    /** What three applications take to start beside three that read. */
    private static final Duration HEAD_START = Duration.ofSeconds(15);

    private final Rig rig;
    private final Scenario scenario;
    private final String limit;
    private final HadoopHost hadoop;
    private final SparkHost spark;

    Quickstart(Rig rig, Scenario scenario, String hadoopVersion, String sparkVersion) {
        this.rig = rig;
        this.scenario = scenario;
        this.limit = Long.toString(scenario.capacity().bytesPerSecond());
        this.hadoop = HadoopHost.version(rig.repository(), hadoopVersion);
        this.spark = SparkHost.version(rig, sparkVersion).withFlags(List.of(READERS.split(" ", -1)));
    }

    /** A cluster that still runs, with the hook in its DataNodes, and what was measured with it. */
    record Outcome(Cluster cluster, Report report) {}

    /** Runs it; processors are always busy until applications read, so as much as possible starts at once. */
    Outcome play(Progress progress) throws Exception {
        String some = scenario.isSpread() ? scenario.nodes() + " DataNodes" : "DataNode";
        Dataset dataset = new Dataset(scenario, rig.folder("dataset").resolve("manifest.tsv"));
        Cluster cluster = plan().spawn();
        ReadingRun stock = new ReadingRun(cluster, spark, dataset, Kind.STOCK);
        progress.step("NameNode, " + some + ", ZooKeeper and coordinator start", () -> {
            cluster.awaitReady();
            for (Contender each : scenario.contenders()) {
                cluster.coordinator().putTenant(each.tenant(), each.priority());
            }
            return cluster;
        });
        progress.step(dataset.size() + " are written, Spark applications start", () -> {
            dataset.write(cluster.nameNode());
            return stock.awaitReady();
        });
        // The others start while these read, late: that disturbs each of these alike, and little of what is measured.
        Duration until = scenario.reading().minus(HEAD_START);
        Executor later = CompletableFuture.delayedExecutor(until.toMillis(), MILLISECONDS);
        CompletableFuture<ReadingRun> next =
                CompletableFuture.supplyAsync(() -> new ReadingRun(cluster, spark, dataset, Kind.CONTROLLED), later);
        Run first = stock.read(progress);
        ReadingRun controlled = progress.step(some + " and applications start again with hdfs-throttle", () -> {
            cluster.restartDataNodes(hooked(cluster));
            cluster.awaitGrants();
            return next.join().awaitReady();
        });
        Run second = controlled.read(progress);
        String hosts = "Hadoop " + hadoop.release() + ", Spark " + spark.release();
        return new Outcome(cluster, new Report(scenario, hosts, List.of(first, second)));
    }

    private ClusterBuilder plan() {
        ClusterBuilder plan = Cluster.in(rig).hadoop(hadoop).withoutHook().withoutDataNodes();
        // The limit is one of reads alone, so files can be written under it.
        plan.dataNode(Map.of("dfs.datanode.data.read.bandwidthPerSec", limit));
        own().forEach(plan::dataNode);
        return plan;
    }

    private Map<String, Map<String, String>> own() {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (int node = 0; node < scenario.nodes(); node++) {
            String name = scenario.isSpread() ? "datanode-" + (node + 1) : "datanode";
            String data = rig.folder(name + "/data").toUri().toString();
            settings.put(name, Map.of("dfs.datanode.data.dir", "[" + DISKS.get(node) + "]" + data));
        }
        return settings;
    }

    private Map<String, DataNode.Setup> hooked(Cluster cluster) {
        Map<String, DataNode.Setup> setups = new LinkedHashMap<>();
        own().forEach((name, own) -> {
            Map<String, String> settings = new LinkedHashMap<>(own);
            settings.put("hdfs.throttle.coordinator", cluster.addresses());
            settings.put("hdfs.throttle.node.key.file", "" + Coordinator.nodeKey(rig, "default"));
            settings.put("hdfs.throttle.grant.file", rig.folder(name) + "/grant.json");
            settings.put("hdfs.throttle.volume.capacity", limit);
            setups.put(name, DataNode.Setup.hooked(settings));
        });
        return setups;
    }

    static List<String> addresses(Cluster cluster) {
        List<String> addresses = new ArrayList<>();
        addresses.add("coordinator  " + cluster.coordinator().url() + "/v1/tenants");
        NameNode nameNode = cluster.nameNode();
        addresses.add("NameNode     " + nameNode.fileSystem() + "  " + nameNode.http() + "/jmx");
        String beans = "/jmx?qry=Hadoop:service=DataNode,name=HdfsThrottle";
        cluster.dataNodes().forEach(each -> addresses.add("DataNode     " + each.http() + beans));
        return addresses;
    }
}
