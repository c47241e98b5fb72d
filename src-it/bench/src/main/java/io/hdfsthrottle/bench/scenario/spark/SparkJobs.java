package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.cluster.Renewal;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster and the Spark whose jobs work on it. */
record SparkJobs(Cluster cluster, SparkHost host, AtomicInteger files) {

    static final String PLUGIN = "io.hdfsthrottle.spark.ThrottlePlugin";

    /** A submitted job, and the file that it writes in the end, if it is of those that do. */
    record Job(JavaProcess process, Path result) {

        /** The result of a job that ends within that time. */
        Map<String, Object> told(Duration patience) throws IOException {
            process.awaitSuccess(patience);
            return JSON.std.mapFrom(Files.readString(result));
        }
    }

    /** Starts a cluster with the stage's settings of its DataNode and these, which take precedence. */
    static SparkJobs start(Stage stage, Map<String, String> dataNode) {
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.putAll(dataNode);
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        return new SparkJobs(cluster, SparkHost.version(cluster.rig(), "3.5"), new AtomicInteger());
    }

    /** A local file that does not exist yet. */
    Path file(String kind) {
        return cluster.rig().folder("jobs").resolve(kind + "-" + files.incrementAndGet());
    }

    /** A client of HDFS of that tenant, as an application of the same name that does not end. */
    Hdfs client(Stage stage, String tenant) throws LinkException, InterruptedException {
        Hdfs client = Hdfs.tagged(cluster.nameNode(), cluster.register(tenant, tenant));
        stage.resources().own(Renewal.of(cluster, Map.of(tenant, tenant)));
        return stage.resources().own(client);
    }

    /** The bytes that each DataNode has moved for a tenant, checksums and headers of packets included. */
    List<Double> moved(String tenant) {
        return each(cluster.dataNodes(), node -> HookFigures.of(node).tenant(tenant, "bytes"));
    }

    Map<String, String> withoutPlugin() {
        return SparkApplication.reading(cluster.nameNode());
    }

    Map<String, String> withPlugin(String tenant) {
        Map<String, String> settings = withoutPlugin();
        settings.put("spark.plugins", PLUGIN);
        settings.put("spark.hdfs.throttle.tenant", tenant);
        settings.put("spark.hdfs.throttle.coordinator", cluster.addresses());
        return settings;
    }

    /** Submits a job, a class below {@code io.hdfsthrottle.jobs}, with the plugin's JAR if the settings name it. */
    Job submit(String master, String job, Map<String, String> settings, Map<String, String> arguments) {
        Path result = file(job);
        Map<String, String> all = new LinkedHashMap<>(arguments);
        all.put("result", result.toString());
        Path plugin = cluster.rig().repository().sparkPlugin();
        List<Path> jars = settings.containsKey("spark.plugins") ? List.of(plugin) : List.of();
        String name = result.getFileName().toString();
        return new Job(
                new SparkApplication(name, master, "io.hdfsthrottle.jobs." + job, settings, jars, all)
                        .submit(cluster.rig(), host),
                result);
    }

    /** A number of a result; NaN if it has none of that name. */
    static double number(Map<String, Object> result, String name) {
        return result.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
