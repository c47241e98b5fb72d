package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.minerva.Findings.Arm;
import io.hdfsthrottle.bench.scenario.minerva.ForecastSamples.Watch;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scenario of a MapReduce job beside a heavy neighbour (Minerva, figure 3 c): its duration under plain HDFS, with equal
 * shares, and with equal shares and forecasts; and how soon a neighbour that is new to the coordinator is recognised.
 */
public final class MinervaForecast {

    private static final int FILE_BYTES = 1 << 30;
    private static final int JOB = 0;
    private static final int NEIGHBOUR = 1;
    private static final int TENANTS = 2;

    /** The neighbour has twice the job's tasks. */
    private static final int THREADS = 2 * JobShape.TASKS;

    /** Forecasts need some minutes of learning; this is the time given to them. */
    static final Duration LEARNING = Duration.ofMinutes(3);

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(200);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "minerva-forecast",
            "a job that reads and computes beside a neighbour that streams is done earlier when both are forecast",
            MinervaForecast::play,
            Choice.RATE,
            Choice.READAHEAD,
            Choice.NATIVE);

    private MinervaForecast() {}

    private static Outcome play(Stage stage) throws Exception {
        Arm plain;
        Arm equal;
        try (SlowDiskCluster cluster = cluster(stage, "off")) {
            cluster.hook(false);
            plain = arm(stage, cluster, "plain HDFS");
            cluster.hook(true);
            equal = arm(stage, cluster, "equal shares");
        }
        Findings findings = new Findings(stage.diskRate(), plain, equal);
        try (SlowDiskCluster cluster = cluster(stage, "on")) {
            cluster.hook(true);
            forecast(stage, cluster, findings);
            findings.hookErrors(cluster.hookErrors());
        }
        findings.say(stage);
        return findings.outcome();
    }

    /** A cluster of two tenants with forecasts on or off. */
    static SlowDiskCluster cluster(Stage stage, String forecasts) throws Exception {
        Path folder = Files.createDirectories(stage.folder().resolve("forecasts-" + forecasts));
        return SlowDiskCluster.start(
                stage.in(folder), DiskKind.STEADY, TENANTS, FILE_BYTES, Map.of("forecast", forecasts));
    }

    /** Without forecasts nothing is learned: one run warms up the DataNode's code. */
    private static Arm arm(Stage stage, SlowDiskCluster cluster, String name) throws Exception {
        LoadedDisk disk = cluster.disk();
        try (MapJob job = new MapJob(disk, JOB, FILE_BYTES);
                Streams neighbour = disk.reading(NEIGHBOUR, THREADS)) {
            return Arm.measured(stage, name, disk, job, neighbour, Duration.ZERO, () -> true);
        }
    }

    private static void forecast(Stage stage, SlowDiskCluster cluster, Findings findings) throws Exception {
        LoadedDisk disk = cluster.disk();
        stage.say("forecasts learn for %d s ...", LEARNING.toSeconds());
        try (Watch watch = new Watch(cluster);
                MapJob job = new MapJob(disk, JOB, FILE_BYTES)) {
            List<Map<String, PublishedForecast>> told = new ArrayList<>();
            try (Streams neighbour = disk.reading(NEIGHBOUR, THREADS)) {
                Arm arm = Arm.measured(
                        stage,
                        "with forecasts",
                        disk,
                        job,
                        neighbour,
                        LEARNING,
                        () -> told.add(PublishedForecast.of(cluster.get("/v1/forecasts"))));
                findings.forecast(arm, told, watch.samples(), watch.now() - total(arm.seconds()));
            }
            try (Worker again = job.runAgain()) {
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    Rates.over(PAUSE, List.of());
                    findings.recognised(newcomer(cluster, watch, TENANTS + repeat));
                }
                again.check();
            }
        }
    }

    /** A new tenant begins to stream beside the job; returns the seconds until it is recognised. */
    private static double newcomer(SlowDiskCluster cluster, Watch watch, int tenant) throws Exception {
        cluster.weigh(tenant, 1);
        try (Hdfs client = cluster.client("newcomer-" + tenant, tenant, PartTerms.NONE, Optional.empty())) {
            double from = watch.now();
            double seconds = Double.POSITIVE_INFINITY;
            try (Streams streams = cluster.disk().reading(NEIGHBOUR, client, THREADS)) {
                while (!Double.isFinite(seconds) && watch.now() - from < PATIENCE.toSeconds()) {
                    Rates.over(LOOK, List.of());
                    streams.check();
                    seconds = watch.samples().recognised(SlowDiskCluster.named(tenant), Findings.JOB, from);
                }
            }
            return seconds;
        }
    }
}
