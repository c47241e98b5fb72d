package io.hdfsthrottle.testkit.spark;

import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A Spark application to be submitted by {@code spark-submit}.
 *
 * @param master for instance {@code local[8]} or a {@link SparkCluster}'s URL
 * @param jobClass its main class, in {@code jobs.jar} of the repository
 * @param arguments of the job, {@code name=value} each
 */
public record SparkApplication(
        String name,
        String master,
        String jobClass,
        Map<String, String> configuration,
        List<Path> jars,
        Map<String, String> arguments) {

    /** The minimal settings to read and write this file system. */
    public static Map<String, String> reading(NameNode nameNode) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.ui.enabled", "false");
        settings.put("spark.driver.host", Ports.LOOPBACK);
        settings.put("spark.driver.bindAddress", Ports.LOOPBACK);
        settings.put("spark.hadoop.fs.defaultFS", nameNode.fileSystem());
        settings.put("spark.hadoop.dfs.replication", "1");
        settings.put("spark.hadoop.dfs.client.read.shortcircuit", "false");
        // On a busy machine the first request of a JVM takes longer than the half second that is usual.
        settings.put("spark.hdfs.throttle.start.wait", "20s");
        return settings;
    }

    /** Submits it; the process ends when the application does. */
    public JavaProcess submit(Rig rig, SparkHost host) {
        List<String> words = new ArrayList<>(List.of(rig.repository().jobs().toString()));
        arguments.forEach((key, value) -> words.add(key + "=" + value));
        return submit(rig, host, words);
    }

    /** The same with a resource, such as a JAR, and the job's arguments, in place of its own. */
    JavaProcess submit(Rig rig, SparkHost host, List<String> words) {
        List<String> line = new ArrayList<>(List.of("--master", master, "--name", name, "--class", jobClass));
        configuration.forEach((key, value) -> line.addAll(List.of("--conf", key + "=" + value)));
        if (!jars.isEmpty()) {
            line.addAll(List.of("--jars", jars.stream().map(Path::toString).collect(Collectors.joining(","))));
        }
        line.addAll(words);
        JavaCommand command = host.command(rig, name, "org.apache.spark.deploy.SparkSubmit", line);
        // The host's environment takes precedence over the setting.
        String local = configuration.get("spark.local.dir");
        return rig.start(local == null ? command : command.withEnvironment(Map.of("SPARK_LOCAL_DIRS", local)));
    }
}
