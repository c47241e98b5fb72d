package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.spark.SparkCluster;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * With speculation and hedged reads, a tenant's limit makes one task of a stage wait for four windows, longer than the
 * plugin makes Spark wait before it judges a task: with the plugin's settings, and with the defaults of Spark and HDFS.
 * There are executors on two hosts, as Spark sees it, two replicas of the task's text, and short other tasks.
 */
public final class Speculation {

    private static final int WINDOWS = 4;
    private static final int LIMIT_BYTES = 2 << 20;
    private static final String POSITIONAL = "positional";

    /** Spark's documented defaults, and HDFS's hedged reads by the client's settings. */
    private static final Map<String, String> THEIR_OWN = Map.of(
            "spark.speculation.minTaskRuntime", "100ms",
            "spark.speculation.efficiency.processRateMultiplier", "0.75",
            "spark.speculation.efficiency.longRunTaskFactor", "2",
            "spark.hdfs.throttle.hedged.reads", "hdfs");

    /** With these Spark does not speculate and HDFS does not hedge. */
    private static final Map<String, String> NEITHER =
            Map.of("spark.speculation", "false", "spark.hdfs.throttle.hedged.reads", "off");

    private static final Map<String, String> ALWAYS = Map.of(
            "spark.cores.max", "2",
            "spark.executor.cores", "1",
            "spark.executor.memory", "512m",
            "spark.scheduler.minRegisteredResourcesRatio", "1.0",
            "spark.scheduler.maxRegisteredResourcesWaitingTime", "60s",
            "spark.locality.wait", "0s",
            "spark.eventLog.enabled", "true",
            "spark.speculation", "true",
            "spark.hadoop.dfs.client.hedged.read.threadpool.size", "4",
            "spark.hadoop.dfs.client.hedged.read.threshold.millis", "500");

    private static final String TENANT = "gold";
    private static final String TEXT = "/text";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** The scenario; its cases are how the job reads. */
    public static final Scenario SCENARIO = Scenario.named(
                    "speculation",
                    "a task that waits for bandwidth is not copied, and its reads are not doubled",
                    stage -> new Speculation(stage).play())
            .of(List.of("stream", POSITIONAL));

    private final Stage stage;
    private final Duration wait;
    private final SparkJobs spark;
    private final SparkCluster executors;
    private final long lines;

    private Speculation(Stage stage) throws Exception {
        this.stage = stage;
        wait = stage.window().multipliedBy(WINDOWS);
        int mebibytes = (int) ((wait.toSeconds() * LIMIT_BYTES) >> 20);
        stage.say("two DataNodes, a text of %d MiB on both for a tenant with a limit, two executors ...", mebibytes);
        Stage given = stage.with(stage.diskRate(), Map.of("hdfs.throttle.volume.capacity", "200m"));
        spark = SparkJobs.start(given, Map.of("hdfs.throttle.charge", "transferred"));
        Cluster cluster = spark.cluster();
        cluster.addDataNode("second", Map.of());
        cluster.coordinator().put("/v1/tenants/" + TENANT, Map.of("priority", 1, "limitBytesPerSecond", LIMIT_BYTES));
        // One block: a task that reads a second one reads a little of it twice.
        String block = Integer.toString((mebibytes + 1) << 20);
        Map<String, String> client = Map.of("dfs.replication", "2", "dfs.blocksize", block);
        SeededText text = SeededText.words(1);
        lines = text.chunk().lines().count() * mebibytes;
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client)) {
            text.write(writer, TEXT, mebibytes);
        }
        executors = SparkCluster.start(cluster.rig(), spark.host(), 1, List.of("127.0.0.1", "127.0.0.2"), Map.of());
    }

    /**
     * One run: the tasks that Spark started a second time, the bytes that DataNodes moved for the tenant, those of them
     * beyond a run in which nothing is copied or hedged, and the run time of the waiting task.
     */
    private record Run(
            double copies, double movedBytes, double extraBytes, double extraPercent, double waitingTaskSeconds) {}

    /** Reads with these additional settings; checks the count. If nothing is copied or hedged, the least is moved. */
    private Run run(String reader, Map<String, String> more, double least) throws IOException {
        double before = total(spark.moved(TENANT));
        Path events = Files.createDirectory(spark.file("events"));
        Map<String, String> settings = spark.withPlugin(TENANT);
        settings.putAll(ALWAYS);
        settings.put("spark.eventLog.dir", events.toUri().toString());
        settings.putAll(more);
        String small = Files.createDirectory(spark.file("short")).toString();
        String count = Long.toString(lines);
        Map<String, String> arguments =
                Map.of("text", TEXT, "lines", count, "short", small, "others", "10", "reader", reader);
        SparkJobs.Job job = spark.submit(executors.url(), "UnevenReadJob", settings, arguments);
        JavaProcess process = job.process();
        process.awaitSuccess(PATIENCE);
        String verdict = process.lastLine("{\"job\":").orElse("nothing");
        if (!verdict.endsWith("\"matches\":true}")) {
            throw new IllegalStateException("the job did not count what was written: " + verdict);
        }
        Tasks tasks = Tasks.in(events);
        double moved = total(spark.moved(TENANT)) - before;
        return new Run(tasks.copies(), moved, moved - least, (moved / least - 1) * 100, tasks.longestSeconds());
    }

    /** The tasks in event logs of Spark: how many are speculative copies, and the longest of those that succeeded. */
    record Tasks(long copies, double longestSeconds) {

        private static final Pattern COPY = Pattern.compile("\"SparkListenerTaskStart\".*\"Speculative\":true");
        private static final Pattern SUCCESS = Pattern.compile("\"SparkListenerTaskEnd\".*\"Launch Time\":([0-9]+),"
                + ".*\"Finish Time\":([0-9]+),\"Failed\":false,\"Killed\":false");

        /** Of all logs in a folder, which must not be compressed. */
        static Tasks in(Path folder) throws IOException {
            StringBuilder events = new StringBuilder();
            try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "app-*")) {
                for (Path log : logs) {
                    events.append(Files.readString(log));
                }
            }
            long copies = COPY.matcher(events).results().count();
            List<MatchResult> tasks = SUCCESS.matcher(events).results().toList();
            List<Double> millis =
                    each(tasks, task -> Double.parseDouble(task.group(2)) - Double.parseDouble(task.group(1)));
            if (millis.isEmpty()) {
                throw new IllegalStateException("no task succeeded according to the logs in " + folder);
            }
            return new Tasks(copies, largest(millis) / 1e3);
        }
    }

    private Outcome play() throws Exception {
        Outcome outcome = new Outcome().figure("limitBytesPerSecond", LIMIT_BYTES);
        for (String reader : SCENARIO.cases().stream().filter(stage::plays).toList()) {
            double least = run(reader, NEITHER, 1).movedBytes();
            List<Run> theirs = Runs.of(stage, reader + ", their own settings", () -> run(reader, THEIR_OWN, least));
            List<Run> plugins = Runs.of(stage, reader + ", the plugin's", () -> run(reader, Map.of(), least));
            // The first second of a limit gives a little more.
            List<Double> waited = each(plugins, run -> run.waitingTaskSeconds * 1e5 / wait.toMillis());
            String extra = reader + ": bytes moved beyond a run without copies and hedging";
            String valid = VALID + reader + ": ";
            Map<String, Figures> both =
                    Map.of("theirOwnSettings", Figures.of(theirs), "pluginsSettings", Figures.of(plugins));
            outcome.figure(reader, both)
                    .atMost(reader + ": copies of tasks that wait", each(plugins, Run::copies), 0)
                    .atMost(extra, each(plugins, Run::extraBytes), 0)
                    .atLeast(valid + "the task waits, percent of what the limit says", waited, 80)
                    .atLeast(valid + "copies with Spark's own settings", each(theirs, Run::copies), 1);
            if (reader.equals(POSITIONAL)) {
                String hedged = valid + "extra bytes with HDFS's own settings, percent";
                outcome.atLeast(hedged, each(theirs, Run::extraPercent), 5);
            }
        }
        return outcome;
    }
}
