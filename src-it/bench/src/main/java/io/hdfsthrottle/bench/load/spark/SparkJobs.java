package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cluster and the Spark whose jobs work on it. */
public record SparkJobs(Cluster cluster, SparkHost host) {

    private static final String PLUGINS = "spark.plugins";

    /** Starts a cluster with the stage's settings of its DataNode and these, which take precedence. */
    public static SparkJobs start(Stage stage, Map<String, String> dataNode) {
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.putAll(dataNode);
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        return new SparkJobs(cluster, SparkHost.version(cluster.rig(), "3.5"));
    }

    /** The settings of an application without the plugin. */
    public Map<String, String> withoutPlugin() {
        return SparkApplication.reading(cluster.nameNode());
    }

    /** The settings of an application with the plugin, of that tenant. */
    public Map<String, String> withPlugin(String tenant) {
        Map<String, String> settings = withoutPlugin();
        settings.put(PLUGINS, "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.tenant", tenant);
        settings.put(
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        return settings;
    }

    /** Submits a job, a class below {@code io.hdfsthrottle.jobs}, with the plugin's JAR if the settings name it. */
    public JavaProcess submit(
            String name, String master, String job, Map<String, String> settings, Map<String, String> arguments) {
        List<Path> jars = settings.containsKey(PLUGINS)
                ? List.of(cluster.rig().repository().sparkPlugin())
                : List.of();
        return new SparkApplication(name, master, "io.hdfsthrottle.jobs." + job, settings, jars, arguments)
                .submit(cluster.rig(), host);
    }
}
