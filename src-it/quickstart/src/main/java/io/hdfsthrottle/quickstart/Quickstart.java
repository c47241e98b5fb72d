package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs the quickstart: a cluster, files, and the same three applications twice. */
final class Quickstart {

    private final Rig rig;
    private final Scenario scenario;
    private final String hadoopVersion;
    private final String sparkVersion;
    private final Progress progress;

    Quickstart(Rig rig, Scenario scenario, String hadoopVersion, String sparkVersion, Progress progress) {
        this.rig = rig;
        this.scenario = scenario;
        this.hadoopVersion = hadoopVersion;
        this.sparkVersion = sparkVersion;
        this.progress = progress;
    }

    /**
     * The outcome.
     *
     * @param report the measurements
     * @param addresses the cluster's addresses while it runs, in readable form
     */
    record Outcome(Report report, List<String> addresses) {}

    /** Runs it; the cluster still runs afterwards, with the hook in its DataNode. */
    Outcome play() throws Exception {
        HadoopHost hadoop = HadoopHost.version(rig.repository(), hadoopVersion);
        SparkHost spark = SparkHost.version(rig, sparkVersion);
        Coordinator coordinator = progress.step("ZooKeeper and a coordinator start", this::startCoordinator);
        NameNode nameNode = progress.step("A NameNode starts", () -> NameNode.start(rig, hadoop, nameNodeSettings()));
        Lineup lineup = new Lineup(rig, hadoop, spark, nameNode, coordinator);
        boolean several = scenario.nodes() > 1;
        List<DataNode> first = progress.step(
                several ? scenario.nodes() + " DataNodes start" : "A DataNode starts",
                () -> lineup.freeDataNodes(scenario));
        Dataset dataset = progress.step(
                "Spark writes " + Dataset.size(scenario) + " into HDFS", () -> Dataset.generate(lineup, scenario));
        first.forEach(DataNode::close);
        List<RunResult> runs = new ArrayList<>();
        List<String> addresses = new ArrayList<>(List.of(
                "coordinator  " + coordinator.url() + "/v1/tenants",
                "NameNode     " + nameNode.fileSystem() + "  " + nameNode.http() + "/jmx"));
        for (RunResult.Kind kind : RunResult.Kind.values()) {
            List<DataNode> dataNodes = progress.step(
                    (several ? "The DataNodes start" : "The DataNode starts") + " again with " + kind.limiter(),
                    () -> lineup.dataNodes(kind, scenario));
            ReadingRun run = new ReadingRun(lineup, scenario, dataset, kind);
            List<JavaProcess> applications = progress.step("Three Spark applications start", run::submit);
            runs.add(run.read(applications, progress));
            if (kind == RunResult.Kind.STOCK) {
                dataNodes.forEach(DataNode::close);
            } else {
                dataNodes.forEach(dataNode -> addresses.add(
                        "DataNode     " + dataNode.http() + "/jmx?qry=Hadoop:service=DataNode,name=HdfsThrottle"));
            }
        }
        String hosts = "Hadoop " + hadoop.release() + ", Spark " + spark.release();
        return new Outcome(new Report(scenario, hosts, runs), addresses);
    }

    /** A NameNode that considers a DataNode too busy would place a file elsewhere. */
    private Map<String, String> nameNodeSettings() {
        return scenario.nodes() > 1 ? Map.of("dfs.namenode.redundancy.considerLoad", "false") : Map.of();
    }

    private Coordinator startCoordinator() throws Exception {
        ZooKeeper zooKeeper = ZooKeeper.start(rig);
        Coordinator coordinator =
                Coordinator.start(rig, "coordinator", zooKeeper, rig.ports().free(), Map.of());
        for (Contender contender : scenario.contenders()) {
            coordinator.putTenant(contender.tenant(), contender.priority());
        }
        return coordinator;
    }
}
