package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.quickstart.Run.Kind;
import io.hdfsthrottle.quickstart.Scenario.Contender;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.ClusterBuilder;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the quickstart: a cluster, files, and the same three applications twice. */
final class Quickstart {

    /** The kinds of disk of several DataNodes, by which files are on one of them each: see {@link Dataset}. */
    private static final List<String> DISKS = List.of("DISK", "SSD", "ARCHIVE");

    /** Readers check as much as they read, which needs the last compiler. */
    private static final List<String> READERS = List.of("-XX:TieredStopAtLevel=4");

    private final Rig rig;
    private final Scenario scenario;
    private final HadoopHost hadoop;
    private final SparkHost spark;
    private final Progress progress;

    Quickstart(Rig rig, Scenario scenario, String hadoopVersion, String sparkVersion, Progress progress) {
        this.rig = rig;
        this.scenario = scenario;
        this.hadoop = HadoopHost.version(rig.repository(), hadoopVersion);
        this.spark = SparkHost.version(rig, sparkVersion).withFlags(READERS);
        this.progress = progress;
    }

    /**
     * The outcome.
     *
     * @param report the measurements
     * @param addresses the cluster's addresses while it runs, in readable form
     */
    record Outcome(Report report, List<String> addresses) {}

    /** Runs it; the cluster still runs afterwards, with the hook in its DataNodes. */
    Outcome play() throws Exception {
        String some = scenario.isSpread() ? scenario.nodes() + " DataNodes" : "a DataNode";
        String those = scenario.isSpread() ? "DataNodes" : "DataNode";
        Dataset dataset = new Dataset(scenario, rig.folder("dataset").resolve("manifest.tsv"));
        Cluster cluster =
                progress.step("A NameNode, " + some + ", ZooKeeper and a coordinator start", this::startCluster);
        // Applications start while the files are written, and later while the DataNodes start again.
        ReadingRun stock = progress.step(dataset.size() + " are written, Spark applications start", () -> {
            ReadingRun run = new ReadingRun(cluster, spark, dataset, Kind.STOCK);
            dataset.write(cluster.nameNode());
            run.awaitReady();
            return run;
        });
        Run first = stock.read(progress);
        ReadingRun controlled = progress.step(those + " and applications start again with hdfs-throttle", () -> {
            ReadingRun run = new ReadingRun(cluster, spark, dataset, Kind.CONTROLLED);
            cluster.restartDataNodes(controlledDataNodes(cluster));
            run.awaitReady();
            return run;
        });
        Run second = controlled.read(progress);
        String hosts = "Hadoop " + hadoop.release() + ", Spark " + spark.release();
        return new Outcome(new Report(scenario, hosts, List.of(first, second)), addresses(cluster));
    }

    private Cluster startCluster() throws Exception {
        String limit = Long.toString(scenario.capacity().bytesPerSecond());
        ClusterBuilder plan = Cluster.in(rig).hadoop(hadoop).withoutHook();
        // The limit is one of reads alone, so files can be written under it.
        plan.dataNode(Map.of("dfs.datanode.data.read.bandwidthPerSec", limit));
        ownSettings().forEach(plan::dataNode);
        Cluster cluster = plan.start();
        for (Contender contender : scenario.contenders()) {
            cluster.coordinator().putTenant(contender.tenant(), contender.priority());
        }
        return cluster;
    }

    /** What each DataNode has of its own, by the DataNodes' names. */
    private Map<String, Map<String, String>> ownSettings() {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        for (int node = 0; node < scenario.nodes(); node++) {
            String name = scenario.isSpread() ? "datanode-" + (node + 1) : "datanode";
            String folder =
                    "[" + DISKS.get(node) + "]" + rig.folder(name + "/data").toUri();
            settings.put(name, Map.of("dfs.datanode.data.dir", folder));
        }
        return settings;
    }

    /** The DataNodes with the hook in place of HDFS's own limit. */
    private Map<String, DataNode.Setup> controlledDataNodes(Cluster cluster) {
        Map<String, DataNode.Setup> setups = new LinkedHashMap<>();
        ownSettings()
                .forEach((name, own) -> setups.put(
                        name,
                        DataNode.Setup.hooked(own)
                                .with(Map.of(
                                        "hdfs.throttle.coordinator", cluster.addresses(),
                                        "hdfs.throttle.signing.keys.file",
                                                Coordinator.signingKeys(rig).toString(),
                                        "hdfs.throttle.grant.file",
                                                rig.folder(name)
                                                        .resolve("grant.json")
                                                        .toString(),
                                        "hdfs.throttle.volume.capacity",
                                                Long.toString(
                                                        scenario.capacity().bytesPerSecond())))));
        return setups;
    }

    private static List<String> addresses(Cluster cluster) {
        List<String> addresses = new ArrayList<>(List.of(
                "coordinator  " + cluster.coordinator().url() + "/v1/tenants",
                "NameNode     " + cluster.nameNode().fileSystem() + "  "
                        + cluster.nameNode().http() + "/jmx"));
        cluster.dataNodes()
                .forEach(each -> addresses.add(
                        "DataNode     " + each.http() + "/jmx?qry=Hadoop:service=DataNode,name=HdfsThrottle"));
        return addresses;
    }
}
