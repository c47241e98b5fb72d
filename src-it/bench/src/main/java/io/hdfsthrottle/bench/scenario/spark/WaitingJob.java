package io.hdfsthrottle.bench.scenario.spark;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.SparkJobs;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Spark job in two executors, on two hosts as Spark sees it: one task reads a text of HDFS that has a replica on each
 * of two DataNodes, whose tenant has a limit; the other tasks of the stage are short. Spark speculates and HDFS hedges.
 */
final class WaitingJob {

    static final int LIMIT_BYTES = 2 << 20;

    /** Settings with which Spark does not speculate and HDFS does not hedge. */
    static final Map<String, String> NEITHER =
            Map.of("spark.speculation", "false", "spark.hdfs.throttle.hedged.reads", "off");

    private static final String TENANT = "gold";
    private static final String TEXT = "/text";
    private static final String LINE = "this line waits for its bandwidth\n";
    private static final int OTHERS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final SparkJobs spark;
    private final List<DataNode> dataNodes;
    private final SparkCluster executors;
    private final long lines;
    private int runs;

    /** Starts everything; the task will wait for that long. */
    WaitingJob(Stage stage, Duration wait) throws Exception {
        lines = wait.toMillis() * LIMIT_BYTES / 1_000 / LINE.length();
        stage.say(
                "two DataNodes, a text of %d MiB on both for a tenant with a limit of %d MiB/s, two executors ...",
                (lines * LINE.length()) >> 20, LIMIT_BYTES >> 20);
        Stage given = stage.with(stage.diskRate(), Map.of("hdfs.throttle.volume.capacity", "200m"));
        spark = SparkJobs.start(given, Map.of("hdfs.throttle.charge", "transferred"));
        Cluster cluster = spark.cluster();
        dataNodes = List.of(cluster.dataNode(), cluster.addDataNode("second"));
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
        executors = SparkCluster.start(cluster.rig(), spark.host(), 1, List.of("127.0.0.1", "127.0.0.2"));
    }

    /**
     * One run.
     *
     * @param copies the number of tasks that Spark started a second time
     * @param movedBytes the bytes that DataNodes moved for the tenant, checksums and headers of packets included
     * @param extraBytes of these, the bytes beyond what a run moves in which nothing is copied or hedged
     * @param waitingSeconds the run time of the waiting task
     */
    record Run(long copies, long movedBytes, long extraBytes, double waitingSeconds) {

        /** The extra bytes in percent of the others. */
        double extraPercent() {
            return extraBytes * 100.0 / (movedBytes - extraBytes);
        }
    }

    /**
     * Runs it with these additional settings; its count is checked.
     *
     * @param reader the way of reading the text, as an argument of the job
     * @param leastBytes what it moves if nothing is copied or hedged
     */
    Run run(String reader, Map<String, String> settings, long leastBytes) throws IOException {
        long before = moved();
        String name = "waiting-" + ++runs;
        Path events = spark.cluster().rig().folder(name + "-events");
        Map<String, String> arguments = Map.of(
                "text", TEXT,
                "lines", Long.toString(lines),
                "short", spark.cluster().rig().folder(name + "-short").toString(),
                "others", Integer.toString(OTHERS),
                "reader", reader);
        try (JavaProcess process =
                spark.submit(name, executors.url(), "UnevenReadJob", settings(events, settings), arguments)) {
            process.awaitSuccess(PATIENCE);
            String verdict = process.lastLine("{\"job\":").orElse("nothing");
            if (!verdict.endsWith("\"matches\":true}")) {
                throw new IllegalStateException("the job did not count what was written: " + verdict);
            }
        }
        Tasks tasks = Tasks.in(events);
        long moved = moved() - before;
        return new Run(tasks.copies(), moved, moved - leastBytes, tasks.longestSeconds());
    }

    private Map<String, String> settings(Path events, Map<String, String> more) {
        Map<String, String> settings = spark.withPlugin(TENANT);
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
        settings.putAll(more);
        return settings;
    }

    private long moved() {
        return dataNodes.stream()
                .mapToLong(node -> (long) HookFigures.of(node).tenant(TENANT, "bytes"))
                .sum();
    }

    /**
     * The tasks in event logs of Spark.
     *
     * @param copies the number of speculative copies
     * @param longestSeconds the longest run time of a successful task
     */
    record Tasks(long copies, double longestSeconds) {

        /** Of all logs in a folder, which must not be compressed. */
        static Tasks in(Path folder) throws IOException {
            List<String> lines = new ArrayList<>();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path log : files.filter(Files::isRegularFile)
                        .filter(file -> !file.getFileName().toString().startsWith("."))
                        .toList()) {
                    lines.addAll(Files.readAllLines(log));
                }
            }
            long copies = tasks(lines, "SparkListenerTaskStart").stream()
                    .filter(task -> is(task, "Speculative"))
                    .count();
            List<Map<?, ?>> ended = tasks(lines, "SparkListenerTaskEnd");
            if (ended.isEmpty()) {
                throw new IllegalStateException("no task ended according to the logs in " + folder);
            }
            double longest = ended.stream()
                    .filter(task -> !is(task, "Failed") && !is(task, "Killed"))
                    .mapToDouble(task -> millis(task, "Finish Time") - millis(task, "Launch Time"))
                    .max()
                    .orElse(0);
            return new Tasks(copies, longest / 1e3);
        }

        private static List<Map<?, ?>> tasks(List<String> lines, String event) throws IOException {
            List<Map<?, ?>> tasks = new ArrayList<>();
            for (String line : lines) {
                if (line.contains(event)) {
                    Map<String, Object> members = JSON.std.mapFrom(line);
                    if (event.equals(members.get("Event"))) {
                        tasks.add((Map<?, ?>) members.get("Task Info"));
                    }
                }
            }
            return tasks;
        }

        private static boolean is(Map<?, ?> task, String flag) {
            return Boolean.TRUE.equals(task.get(flag));
        }

        private static double millis(Map<?, ?> task, String member) {
            return ((Number) task.get(member)).doubleValue();
        }
    }
}
