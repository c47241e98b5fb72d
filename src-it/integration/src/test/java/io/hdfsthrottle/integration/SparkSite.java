package io.hdfsthrottle.integration;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkCluster;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One version of Spark, whose applications all carry the plugin. */
final class SparkSite implements AutoCloseable {

    /** Where an application's tasks run. */
    enum Placement {
        /** In the driver. */
        LOCAL,
        /** In two executors, processes of their own, of a standalone cluster. */
        TWO_EXECUTORS
    }

    /** These JVMs live for seconds: compiling little saves more than running faster. */
    private static final List<String> SHORT_LIVED = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Map<String, String> TWO_EXECUTORS = Map.of(
            "spark.cores.max", "2",
            "spark.executor.cores", "1",
            "spark.executor.memory", "512m",
            "spark.executor.extraJavaOptions", String.join(" ", SHORT_LIVED),
            "spark.scheduler.minRegisteredResourcesRatio", "1.0",
            "spark.scheduler.maxRegisteredResourcesWaitingTime", "60s");

    /** Ends with this JVM. */
    private static SparkSite shared;

    private final Rig rig;
    private final SparkHost host;
    private final int cores;
    private final List<String> workers;
    private final Map<String, String> workerSettings;
    private SparkCluster cluster;

    private SparkSite(Rig rig, SparkHost host, int cores, List<String> workers, Map<String, String> workerSettings) {
        this.rig = rig;
        this.host = host;
        this.cores = cores;
        this.workers = workers;
        this.workerSettings = workerSettings;
    }

    /** One of the version to test with for all classes of this JVM; its cluster is started when an application wants it. */
    static synchronized SparkSite shared() {
        if (shared == null) {
            shared = version(Versions.ofSpark(), "spark-" + Versions.ofSpark());
        }
        return shared;
    }

    /**
     * The same, in a folder of that name, on two hosts as Spark sees it: it starts no second copy of a task on the
     * first one's.
     */
    static SparkSite onTwoHosts(String version, String folder) {
        return version(version, folder, 2, List.of(Ports.LOOPBACK, "127.0.0.2"), Map.of());
    }

    /** The same in a folder of that name. */
    static SparkSite version(String version, String folder) {
        return withWorker(version, folder, 2, Map.of());
    }

    /** The same on one host, whose Worker offers this many processors and has these settings. */
    static SparkSite withWorker(String version, String folder, int cores, Map<String, String> settings) {
        return version(version, folder, cores, List.of(Ports.LOOPBACK), settings);
    }

    private static SparkSite version(
            String version, String folder, int cores, List<String> workers, Map<String, String> workerSettings) {
        Rig rig = Rig.in(Repository.find(), RigFolders.folder(folder), Rig.Lifetime.OURS);
        return new SparkSite(
                rig, SparkHost.version(rig, version).withFlags(SHORT_LIVED), cores, workers, workerSettings);
    }

    /** The plugin's JAR as it is built. */
    Path plugin() {
        return rig.repository().sparkPlugin();
    }

    /** A folder for whatever a test wants to show its application. */
    Path folder(String name) {
        return rig.folder(name);
    }

    /** Submits an application that reads and writes this file system. */
    SparkRun submit(Placement placement, NameNode nameNode, Submission submission) {
        Map<String, String> settings = SparkApplication.reading(nameNode);
        settings.put("spark.sql.warehouse.dir", nameNode.fileSystem() + "/warehouse");
        settings.put("spark.sql.shuffle.partitions", "2");
        Hdfs.CLOSING_SOON.forEach((key, value) -> settings.put("spark.hadoop." + key, value));
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        String master = "local[2]";
        if (placement == Placement.TWO_EXECUTORS) {
            settings.putAll(TWO_EXECUTORS);
            master = cluster().url();
        }
        settings.putAll(submission.settings());
        JavaProcess driver = new SparkApplication(
                        submission.name(),
                        master,
                        submission.jobClass(),
                        settings,
                        settings.containsKey("spark.jars") ? List.of() : List.of(submission.plugin()),
                        submission.arguments())
                .submit(rig, host);
        return new SparkRun(driver, rig.folder("spark-work"));
    }

    /** The standalone cluster, started if it was not. */
    SparkCluster cluster() {
        if (cluster == null) {
            cluster = SparkCluster.start(rig, host, cores / workers.size(), workers, workerSettings);
        }
        return cluster;
    }

    @Override
    public void close() {
        rig.close();
    }

    /**
     * What to submit.
     *
     * @param name of the application; unique within the site
     * @param jobClass its main class
     * @param settings beyond those that make it run; {@code spark.jars} in place of the plugin's JAR
     * @param plugin the JAR that holds the plugin
     * @param arguments of the job
     */
    record Submission(
            String name, String jobClass, Map<String, String> settings, Path plugin, Map<String, String> arguments) {}
}
