package io.hdfsthrottle.bench.scenario.speculation;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkCluster;
import io.hdfsthrottle.testkit.spark.SparkHost;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A Spark job in two executors, on two hosts as Spark sees it: one task reads a text of HDFS that has a replica on each
 * of two DataNodes, whose tenant has a limit; the other tasks of the stage are short. Spark speculates and HDFS hedges.
 */
final class WaitingJob {

    static final int LIMIT_BYTES = 2 << 20;
    private static final String TENANT = "gold";
    private static final String TEXT = "/text";
    private static final String LINE = "this line waits for its bandwidth\n";
    private static final int OTHERS = 10;
    private static final Map<String, String> NEITHER =
            Map.of("spark.speculation", "false", "spark.hdfs.throttle.hedged.reads", "off");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Cluster cluster;
    private final List<DataNode> dataNodes;
    private final SparkHost spark;
    private final SparkCluster executors;
    private final long lines;
    private int runs;

    private WaitingJob(Cluster cluster, List<DataNode> dataNodes, SparkHost spark, SparkCluster executors, long lines) {
        this.cluster = cluster;
        this.dataNodes = dataNodes;
        this.spark = spark;
        this.executors = executors;
        this.lines = lines;
    }

    /** The way of reading the text, as an argument of the job. */
    enum Reader {
        STREAM,
        POSITIONAL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Starts everything; the task will wait for that long. */
    static WaitingJob prepared(Stage stage, Duration wait) throws Exception {
        long lines = wait.toMillis() * LIMIT_BYTES / 1_000 / LINE.length();
        stage.say(
                "two DataNodes, a text of %d MiB on both for a tenant with a limit of %d MiB/s, two executors ...",
                (lines * LINE.length()) >> 20, LIMIT_BYTES >> 20);
        Map<String, String> settings = new LinkedHashMap<>(stage.settings());
        settings.putIfAbsent("hdfs.throttle.volume.capacity", "200m");
        settings.put("hdfs.throttle.charge", "transferred");
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), settings, List.of(), List.of());
        List<DataNode> dataNodes = List.of(cluster.dataNode(), cluster.anotherDataNode("second"));
        cluster.coordinator().put("/v1/tenants/" + TENANT, Map.of("priority", 1, "limit", LIMIT_BYTES));
        // One block: a task that reads a second one reads a little of it twice.
        long block = (((lines * LINE.length()) >> 20) + 1) << 20;
        Map<String, String> client = Map.of("dfs.replication", "2", "dfs.blocksize", Long.toString(block));
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client);
                OutputStream text = writer.create(TEXT)) {
            byte[] line = LINE.getBytes(StandardCharsets.US_ASCII);
            for (long i = 0; i < lines; i++) {
                text.write(line);
            }
        }
        SparkHost spark = SparkHost.version(cluster.rig(), "3.5");
        SparkCluster executors = SparkCluster.start(cluster.rig(), spark, 1, List.of("127.0.0.1", "127.0.0.2"));
        return new WaitingJob(cluster, dataNodes, spark, executors, lines);
    }

    /** The bytes that DataNodes move for it if Spark does not speculate and HDFS does not hedge. */
    long movedBytes(Reader reader) throws IOException {
        return run(reader, NEITHER, 0).movedBytes();
    }

    /**
     * Runs it with these additional settings; its count is checked.
     *
     * @param leastBytes what it moves if nothing is copied or hedged
     */
    WaitingRun run(Reader reader, Map<String, String> settings, long leastBytes) throws IOException {
        long before = moved();
        String name = "waiting-" + ++runs;
        Path events = cluster.rig().folder(name + "-events");
        SparkApplication application = new SparkApplication(
                name,
                executors.url(),
                "io.hdfsthrottle.jobs.UnevenReadJob",
                settings(events, settings),
                List.of(cluster.rig().repository().sparkPlugin()),
                Map.of(
                        "text",
                        TEXT,
                        "lines",
                        Long.toString(lines),
                        "short",
                        cluster.rig().folder(name + "-short").toString(),
                        "others",
                        Integer.toString(OTHERS),
                        "reader",
                        reader.toString()));
        try (JavaProcess process = application.submit(cluster.rig(), spark)) {
            process.awaitSuccess(PATIENCE);
            String verdict = process.lastLine("{\"job\":").orElse("nothing");
            if (!verdict.endsWith("\"matches\":true}")) {
                throw new IllegalStateException("the job did not count what was written: " + verdict);
            }
        }
        TaskEvents tasks = TaskEvents.in(events);
        long moved = moved() - before;
        return new WaitingRun(tasks.copies(), moved, moved - leastBytes, tasks.longestSeconds());
    }

    private Map<String, String> settings(Path events, Map<String, String> more) {
        Map<String, String> settings = SparkApplication.reading(cluster.nameNode());
        settings.put("spark.cores.max", "2");
        settings.put("spark.executor.cores", "1");
        settings.put("spark.executor.memory", "512m");
        settings.put("spark.scheduler.minRegisteredResourcesRatio", "1.0");
        settings.put("spark.scheduler.maxRegisteredResourcesWaitingTime", "60s");
        settings.put("spark.locality.wait", "0s");
        settings.put("spark.eventLog.enabled", "true");
        settings.put("spark.eventLog.compress", "false");
        settings.put("spark.eventLog.dir", events.toUri().toString());
        settings.put("spark.speculation", "true");
        settings.put("spark.hadoop.dfs.client.hedged.read.threadpool.size", "4");
        settings.put("spark.hadoop.dfs.client.hedged.read.threshold.millis", "500");
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.tenant", TENANT);
        settings.put(
                "spark.hdfs.throttle.coordinator", cluster.coordinator().url().toString());
        settings.putAll(more);
        return settings;
    }

    private long moved() {
        return dataNodes.stream()
                .mapToLong(node -> (long) HookFigures.of(node).tenant(TENANT, "bytes"))
                .sum();
    }
}
