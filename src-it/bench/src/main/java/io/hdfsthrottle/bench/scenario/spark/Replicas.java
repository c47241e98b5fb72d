package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.ColdFile;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A Spark job that reads a file with replicas on three DataNodes, and wants less than one's slow disk gives: with and
 * without a crowd of another tenant on the first, with replicas chosen by entitlement and by HDFS.
 */
public final class Replicas {

    /** Slow enough that two processors keep up with three of them, their DataNodes, the job and the crowd. */
    private static final int DISK_MIB = 60;

    /** The rate of one task of the job, as if limited by its processing. Two tasks need less than one disk gives. */
    private static final int TASK_MIB = 12;

    private static final int TASKS = 2;
    private static final int BLOCK_BYTES = 8 << 20;
    private static final double MOST_TIMES = 1.1;

    /** The number of windows that the job takes without contention. */
    private static final int WINDOWS = 2;

    private static final int CROWD_BYTES = 16 * Hdfs.BLOCK_BYTES;
    private static final String READ = "/replicated";
    private static final String CROWDED = "/crowded";
    private static final List<String> CHOICES = List.of("entitlement", "hdfs");
    private static final String ALONE = ", nobody else";
    private static final String CONTENDED = ", one of three contended";

    public static final Scenario SCENARIO = Scenario.named(
            "replicas",
            "a job reads replicas where its tenant has most left: one contended DataNode of three costs it little",
            stage -> new Replicas(stage).play(),
            Choice.READAHEAD);

    private final Stage stage;
    private final SparkJobs spark;
    private final Hdfs crowd;
    private final ColdFile cold;
    private final Set<Object> digests = new HashSet<>();

    /** One run of the job, its time without the start of Spark. */
    private record Run(double seconds, double percentFromFirstDataNode) {}

    /** Creates the disks, starts the cluster and writes the files: the crowd's is on the first DataNode only. */
    private Replicas(Stage stage) throws Exception {
        this.stage = stage;
        long bytes = stage.window().toSeconds() * WINDOWS * TASKS * (TASK_MIB << 20);
        int blocks = (int) Math.max(TASKS, bytes / BLOCK_BYTES);
        stage.say("three disks of %d MiB/s, a cluster, a file of %d blocks on all three ...", DISK_MIB, blocks);
        List<SlowDisk> disks = new ArrayList<>();
        List<Map<String, String>> data = new ArrayList<>();
        for (String name : List.of("first", "second", "third")) {
            Path folder = Files.createDirectories(stage.folder().resolve(name));
            disks.add(stage.with(DISK_MIB, Map.of()).in(folder).slowDisk(DiskKind.STEADY));
            data.add(Map.of(SlowDisk.DATA, disks.get(disks.size() - 1).data()));
        }
        spark = SparkJobs.start(stage, data.get(0));
        Cluster cluster = spark.cluster();
        cluster.coordinator().putTenant("gold", 1);
        cluster.coordinator().putTenant("bronze", 19);
        crowd = spark.client(stage, "bronze");
        crowd.write(CROWDED, CROWD_BYTES, 19);
        disks.get(0).flush();
        cold = ColdFile.on(disks.get(0).mount(), crowd, CROWDED);
        cluster.addDataNode("second", data.get(1));
        cluster.addDataNode("third", data.get(2));
        Map<String, String> client = Map.of("dfs.replication", "3", "dfs.blocksize", Integer.toString(BLOCK_BYTES));
        try (Hdfs writer = Hdfs.tagged(cluster.nameNode(), "NONMAPREDUCE", client)) {
            String unused = writer.write(READ, blocks * BLOCK_BYTES, 19);
        }
        disks.forEach(SlowDisk::flush);
    }

    /** Runs the job once, with that choice of replicas, beside so many threads of the crowd; checks what it reads. */
    private Run run(String choice, int threads) throws IOException, InterruptedException {
        Map<String, String> settings = spark.withPlugin("gold");
        settings.put("spark.hdfs.throttle.replicas", choice);
        Map<String, String> arguments = Map.of("file", READ, "bytesPerSecond", Integer.toString(TASK_MIB << 20));
        PageCache.dropAll();
        try (Streams crowding = Streams.readingParts(crowd, CROWDED, threads, CROWD_BYTES, cold)) {
            TimeUnit.SECONDS.sleep(8);
            List<Double> before = spark.moved("gold");
            SparkJobs.Job job = spark.submit("local[" + TASKS + "]", "PacedReadJob", settings, arguments);
            Map<String, Object> told = job.told(Duration.ofMinutes(10));
            digests.add(told.get("sha256"));
            if (digests.size() > 1) {
                throw new IllegalStateException("not every run read the same: " + told);
            }
            List<Double> after = spark.moved("gold");
            crowding.check();
            double first = after.get(0) - before.get(0);
            return new Run(SparkJobs.number(told, "seconds"), 100 * first / (total(after) - total(before)));
        }
    }

    private Outcome play() throws Exception {
        Map<String, Runs.Measurement<Run>> measurements = new LinkedHashMap<>();
        for (String choice : CHOICES) {
            measurements.put(choice + ALONE, () -> run(choice, 0));
            measurements.put(choice + CONTENDED, () -> run(choice, 4));
        }
        Map<String, List<Run>> runs = Runs.inTurns(stage, measurements);
        // Each run beside the crowd is compared with the median without it, of the faster choice.
        double usual = smallest(each(CHOICES, choice -> median(each(runs.get(choice + ALONE), Run::seconds))));
        List<Double> chosen = each(runs.get(CHOICES.get(0) + CONTENDED), run -> run.seconds() / usual);
        List<Double> hdfs = each(runs.get(CHOICES.get(1) + CONTENDED), run -> run.seconds() / usual);
        Outcome outcome = new Outcome()
                .figure("diskMiBps", DISK_MIB)
                .figure("tasks", TASKS)
                .figure("taskMiBps", TASK_MIB)
                .small("contendedTimesAlone", chosen)
                .small("contendedTimesAloneByHdfs", hdfs);
        runs.forEach((name, all) -> outcome.figure(name, Figures.of(all)));
        // A crowd that does not slow down HDFS's own choice is no contention.
        return outcome.atMost("by entitlement, one DataNode contended, worst, times without", chosen, MOST_TIMES)
                .atMost("the same, median", median(chosen), MOST_TIMES)
                .atLeast(VALID + "HDFS's own choice is slowed down, median, times without", median(hdfs), 1.3);
    }
}
