package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.load.SlowDiskCluster.named;
import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.minerva.Forecast.Look;
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
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A MapReduce job beside a heavy neighbour (Minerva, figure 3 c): its duration under plain HDFS, with equal shares, and
 * with forecasts, too; and how soon a neighbour that is new to the coordinator is recognised.
 */
public final class MinervaForecast {

    private static final int FILE_BYTES = 1 << 30;
    private static final int JOB = 0;
    private static final int NEIGHBOUR = 1;
    private static final int TENANTS = 2;

    /** The neighbour has twice the job's tasks. */
    private static final int THREADS = 2 * MapJob.TASKS;

    /** Forecasts need some minutes of learning; this is the time given to them. */
    private static final Duration LEARNING = Duration.ofMinutes(3);

    /** The coordinator's bounds on factors of weights, as by default: of a light tenant, and of a heavy one. */
    private static final double MOST = 4;

    private static final double LEAST = 0.5;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /** What is forecast, by its name in the answer. */
    private static final Map<String, String> QUANTITIES = new TreeMap<>(
            Map.of("ofNext", "the next second", "ofStretch", "the mean of 15 s", "ofAhead", "each of 15 s"));

    public static final Scenario SCENARIO = Scenario.onDisk(
            "minerva-forecast",
            "a job that reads and computes beside a neighbour that streams is done earlier when both are forecast",
            MinervaForecast::play);

    private MinervaForecast() {}

    /** One run, begun on the clock of the looks, with the disk's rate in percent of the rates of both. */
    record Run(double begun, double jobSeconds, double neighbourMBps, double diskMBps, double coldPercent) {}

    private static Outcome play(Stage stage) throws Exception {
        List<Run> plain;
        List<Run> equal;
        try (SlowDiskCluster cluster = cluster(stage, "off")) {
            cluster.hook(false);
            plain = runs(stage, cluster.disk(), "plain HDFS", Duration.ZERO);
            cluster.hook(true);
            equal = runs(stage, cluster.disk(), "equal shares", Duration.ZERO);
        }
        try (SlowDiskCluster cluster = cluster(stage, "on")) {
            cluster.hook(true);
            stage.say("forecasts learn for %d s ...", LEARNING.toSeconds());
            List<Look> looks = new CopyOnWriteArrayList<>();
            List<Run> forecast;
            try (Worker watch = Worker.start("watch", running -> {
                while (running.getAsBoolean()) {
                    looks.add(Look.at(cluster));
                    Rates.over(BETWEEN_LOOKS, List.of());
                }
            })) {
                forecast = runs(stage, cluster.disk(), "with forecasts", LEARNING);
                watch.check();
            }
            return new Findings(stage.diskRate(), plain, equal, forecast, looks, newcomers(stage, cluster))
                    .outcome()
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    static SlowDiskCluster cluster(Stage stage, String forecasts) throws Exception {
        Path folder = Files.createDirectories(stage.folder().resolve("forecasts-" + forecasts));
        Map<String, String> settings =
                Map.of("forecast", forecasts, "forecast.factor.most", "" + MOST, "forecast.factor.least", "" + LEAST);
        return SlowDiskCluster.start(stage.in(folder), DiskKind.STEADY, TENANTS, FILE_BYTES, settings);
    }

    /** Runs the job repeatedly; before that so long, and at least once, so that the DataNode's code is warm. */
    private static List<Run> runs(Stage stage, LoadedDisk disk, String name, Duration runIn) throws Exception {
        MapJob job = new MapJob(disk, JOB, FILE_BYTES);
        try (Streams neighbour = disk.reading(NEIGHBOUR, THREADS)) {
            long begun = System.nanoTime();
            do {
                double unused = job.run(() -> true);
            } while (System.nanoTime() - begun < runIn.toNanos());
            return Runs.of(stage, name, () -> {
                double from = Look.now();
                double movedBefore = disk.bytesMoved();
                double readBefore = neighbour.bytes();
                double took = job.run(() -> true);
                double moved = disk.bytesMoved() - movedBefore;
                double read = neighbour.bytes() - readBefore;
                neighbour.check();
                double coldPercent = moved / (read + MapJob.BYTES) * 100;
                return new Run(from, took, read / took / MEGA, moved / took / MEGA, coldPercent);
            });
        }
    }

    /** Beside the job that runs again and again, new tenants begin to stream; the seconds until they are recognised. */
    private static List<Double> newcomers(Stage stage, SlowDiskCluster cluster) throws Exception {
        MapJob job = new MapJob(cluster.disk(), JOB, FILE_BYTES);
        List<Double> recognised = new ArrayList<>();
        try (Worker again = Worker.start("job", running -> {
            while (running.getAsBoolean()) {
                double unused = job.run(running);
            }
        })) {
            for (int tenant = TENANTS; tenant < TENANTS + stage.repeats(); tenant++) {
                Rates.over(Duration.ofSeconds(5), List.of());
                cluster.weigh(tenant, 1);
                try (Hdfs client = cluster.client("newcomer-" + tenant, tenant, PartTerms.NONE, Optional.empty());
                        Streams streams = cluster.disk().reading(NEIGHBOUR, client, THREADS)) {
                    double from = Look.now();
                    double seconds = Double.POSITIVE_INFINITY;
                    while (!Double.isFinite(seconds) && Look.now() - from < 20) {
                        Rates.over(BETWEEN_LOOKS, List.of());
                        streams.check();
                        Look look = Look.at(cluster);
                        seconds = look.tells(named(tenant), named(JOB)) ? look.seconds() - from : seconds;
                    }
                    recognised.add(seconds);
                }
            }
            again.check();
        }
        stage.say("neighbours that begin were recognised after %s s", recognised);
        return recognised;
    }

    /** The runs of a job beside a neighbour, all looks meanwhile, and the seconds until newcomers were recognised. */
    record Findings(
            int diskRate,
            List<Run> plain,
            List<Run> equal,
            List<Run> forecast,
            List<Look> looks,
            List<Double> recognised) {

        private static double seconds(List<Run> runs) {
            return median(each(runs, Run::jobSeconds));
        }

        /** A figure of the forecast of a tenant at the end of each run; NaN where there is none. */
        private List<Double> of(String tenant, ToDoubleFunction<Forecast> figure) {
            return each(forecast, run -> looks.stream()
                    .filter(look -> look.seconds() <= run.begun() + run.jobSeconds())
                    .reduce((earlier, later) -> later)
                    .map(look -> look.tenants().get(tenant))
                    .map(told -> figure.applyAsDouble(told))
                    .orElse(Double.NaN));
        }

        private Figures watched(String tenant) {
            double begun = forecast.get(0).begun();
            Figures figures = new Figures()
                    .put("calledHeavyPercent", Look.heavyPercent(looks, tenant, begun))
                    .put("factors", of(tenant, each -> each.number("factor")));
            QUANTITIES.forEach((quantity, label) -> figures.small(
                    "error of " + label + ", times the naive one", of(tenant, each -> each.timesNaive(quantity))));
            return figures;
        }

        Outcome outcome() {
            double rate = diskRate * (double) (1 << 20);
            double least = MapJob.leastSeconds(rate, seconds(equal), MOST, LEAST);
            Shortened job = new Shortened(seconds(equal), seconds(forecast), least);
            Outcome outcome = new Outcome()
                    .figure("diskMiBps", diskRate)
                    .figure("jobBytes", MapJob.BYTES)
                    .figure("computingSecondsForEachSplit", MapJob.computingSeconds(rate))
                    .figure("learningSeconds", LEARNING.toSeconds())
                    .figure("shorterPercent", job.percent())
                    .figure("possiblePercent", job.possiblePercent())
                    .figure("shorterPercentThanPlain", (1 - seconds(forecast) / seconds(plain)) * 100)
                    .figure("plain HDFS", Figures.of(plain))
                    .figure("equal shares", Figures.of(equal))
                    .figure("with forecasts", Figures.of(forecast))
                    .figure("forecasts of the job", watched(named(JOB)))
                    .figure("forecasts of the neighbour", watched(named(NEIGHBOUR)))
                    .atLeast(
                            "job: shorter than with equal shares, percent of what the factors allow, median",
                            job.ofPossiblePercent(),
                            Shortened.ENOUGH_PERCENT)
                    .atMost("neighbour: recognised, seconds after it began, worst", recognised, 5);
            QUANTITIES.forEach((quantity, label) -> {
                String error = "forecast of " + label + ": error, times naive, median, worse tenant";
                double ofJob = median(of(named(JOB), each -> each.timesNaive(quantity)));
                double ofNeighbour = median(of(named(NEIGHBOUR), each -> each.timesNaive(quantity)));
                outcome.atMost(error, Math.max(ofJob, ofNeighbour), 1);
            });
            List<Run> all =
                    Stream.of(plain, equal, forecast).flatMap(List::stream).toList();
            return outcome.bars(Validity.cold("", each(all, Run::coldPercent)))
                    .bars(Validity.nearRate("", each(plain, run -> run.diskMBps() * MEGA / rate * 100), false));
        }
    }
}
