package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.load.SlowDiskCluster.named;
import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects the results of forecasts, and checks them against the bars. */
final class Findings {

    static final String JOB = named(0);
    private static final String NEIGHBOUR = named(1);

    /** The coordinator's default bounds on factors of weights. */
    private static final double MOST_FACTOR = 4;

    private static final double LEAST_FACTOR = 0.5;

    private final int diskRate;
    private final Arm plain;
    private final Arm equal;
    private final List<Map<String, PublishedForecast>> told = new ArrayList<>();
    private final List<Double> recognised = new ArrayList<>();
    private final Map<String, Figures> watched = new LinkedHashMap<>();
    private Arm forecast;
    private long hookErrors;

    /**
     * One run of a job beside a neighbour that streams without pause. Rates in bytes a second.
     *
     * @param seconds the job's duration
     * @param coldPercent the disk's rate in percent of the rates of both
     */
    record Run(double seconds, double neighbour, double moved, double coldPercent) {}

    /** Repeated runs. */
    record Arm(String name, List<Run> runs) {

        /**
         * Measures them.
         *
         * @param runIn how long the job is run before, at least once
         * @param afterEach called after each repeat
         */
        static Arm measured(
                Stage stage,
                String name,
                LoadedDisk disk,
                MapJob job,
                Streams neighbour,
                Duration runIn,
                Callable<?> afterEach)
                throws Exception {
            long begun = System.nanoTime();
            do {
                double unused = job.run();
            } while (System.nanoTime() - begun < runIn.toNanos());
            List<Run> runs = new ArrayList<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                double movedBefore = disk.disk().bytesMoved();
                double readBefore = neighbour.bytes();
                double took = job.run();
                double moved = disk.disk().bytesMoved() - movedBefore;
                double read = neighbour.bytes() - readBefore;
                neighbour.check();
                runs.add(new Run(took, read / took, moved / took, moved / (read + JobShape.bytes()) * 100));
                Object unused = afterEach.call();
                stage.say(
                        "%-18s  job %6.2f s, neighbour %6.1f MB/s, disk %6.1f MB/s",
                        name, took, read / took / MEGA, moved / took / MEGA);
            }
            return new Arm(name, runs);
        }

        List<Double> seconds() {
            return each(runs, Run::seconds);
        }

        Figures figures() {
            return new Figures()
                    .small("jobSeconds", seconds())
                    .megabytes("neighbourMBps", each(runs, Run::neighbour))
                    .megabytes("diskMBps", each(runs, Run::moved))
                    .put("coldPercent", each(runs, Run::coldPercent));
        }
    }

    /** For a disk of so many MiB a second. */
    Findings(int diskRate, Arm plain, Arm equal) {
        this.diskRate = diskRate;
        this.plain = plain;
        this.equal = equal;
    }

    /**
     * Adds the results with forecasts.
     *
     * @param after the forecasts after each repeat
     * @param looks the forecasts all the time
     * @param measuredFrom the start of the measurement, on the clock of the looks
     */
    void forecast(Arm arm, List<Map<String, PublishedForecast>> after, ForecastSamples looks, double measuredFrom) {
        forecast = arm;
        told.addAll(after);
        for (String tenant : List.of(JOB, NEIGHBOUR)) {
            Figures figures = new Figures()
                    .put("calledHeavyPercent", looks.heavyPercent(tenant, measuredFrom))
                    .put("factors", of(tenant, PublishedForecast::factor));
            for (PublishedForecast.Kind kind : PublishedForecast.Kind.values()) {
                figures.small("error of " + kind.label() + ", times the naive one", errors(tenant, kind));
            }
            figures.put("seriesMBps", looks.series(tenant));
            watched.put(tenant.equals(JOB) ? "forecasts of the job" : "forecasts of the neighbour", figures);
        }
    }

    /** A figure of each forecast of a tenant; NaN where there is none. */
    private List<Double> of(String tenant, ToDoubleFunction<PublishedForecast> figure) {
        return each(told, all -> all.containsKey(tenant) ? figure.applyAsDouble(all.get(tenant)) : Double.NaN);
    }

    private List<Double> errors(String tenant, PublishedForecast.Kind kind) {
        return of(tenant, each -> each.accuracies().get(kind).timesNaive());
    }

    /** A newcomer was recognised after so many seconds. */
    void recognised(double seconds) {
        recognised.add(seconds);
    }

    void hookErrors(long errors) {
        hookErrors = errors;
    }

    private double rate() {
        return diskRate * (double) (1 << 20);
    }

    private double shorterPercent(Arm than) {
        return (1 - median(forecast.seconds()) / median(than.seconds())) * 100;
    }

    private double mostShorterPercent() {
        return JobShape.on(rate()).mostShorterPercent(rate(), MOST_FACTOR, LEAST_FACTOR);
    }

    void say(Stage stage) {
        stage.say(
                "job: %.1f %% shorter than with equal shares (factors of %.1f and %.1f can make it %.1f), %.1f %% than plain",
                shorterPercent(equal), MOST_FACTOR, LEAST_FACTOR, mostShorterPercent(), shorterPercent(plain));
        stage.say("neighbours that begin were recognised after %s s", recognised);
    }

    List<Bar> bars() {
        Outcome outcome = new Outcome()
                .atLeast("job: shorter than with equal shares, percent, median", shorterPercent(equal), 30)
                .atMost("neighbour: recognised, seconds after it began, worst", recognised, 5);
        for (PublishedForecast.Kind kind : PublishedForecast.Kind.values()) {
            List<Double> both = each(List.of(JOB, NEIGHBOUR), tenant -> median(errors(tenant, kind)));
            outcome.atMost("forecast of " + kind.label() + ": error, times naive, median, worse tenant", both, 1);
        }
        List<Run> all = Stream.of(plain, equal, forecast)
                .flatMap(arm -> arm.runs().stream())
                .toList();
        return outcome.atMost("errors that the hook caught", (double) hookErrors, 0)
                .bars(Validity.cold("", each(all, Run::coldPercent)))
                .bars(Validity.nearRate("", each(plain.runs(), run -> run.moved() / rate() * 100)))
                .bars();
    }

    Outcome outcome() {
        Outcome outcome = new Outcome()
                .bars(bars())
                .figure("diskMiBps", diskRate)
                .figure("jobBytes", JobShape.bytes())
                .figure(
                        "computingSecondsForEachSplit",
                        JobShape.on(rate()).computing().toNanos() / 1e9)
                .figure("learningSeconds", MinervaForecast.LEARNING.toSeconds())
                .figure("shorterPercentAtMostByDefaultFactors", mostShorterPercent())
                .figure("shorterPercentThanPlain", shorterPercent(plain))
                .small("recognisedSeconds", recognised);
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (Arm arm : List.of(plain, equal, forecast)) {
            outcome.figure(arm.name(), arm.figures());
            series.put(arm.name(), arm.seconds());
        }
        watched.forEach(outcome::figure);
        return outcome.chart(Charts.bars(
                "A job of MapReduce beside a heavy neighbour",
                "seconds",
                repeats(plain.runs().size()),
                series));
    }

    /** The names of so many repeats. */
    static List<String> repeats(int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(repeat -> "repeat " + repeat)
                .toList();
    }
}
