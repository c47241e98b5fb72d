package io.hdfsthrottle.bench.scenario.forecast;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects the results, and checks them against the bars. */
final class Findings {

    private static final double LEAST_SHORTER_PERCENT = 30;
    private static final double MOST_SECONDS = 5;
    private static final String JOB = tenant(0);
    private static final String NEIGHBOUR = tenant(1);

    /** The coordinator's default bounds on factors of weights. */
    private static final double MOST_FACTOR = 4;

    private static final double LEAST_FACTOR = 0.5;

    private final int diskRate;
    private final Arm plain;
    private final Arm equal;
    private final List<Map<String, PublishedForecast>> told = new ArrayList<>();
    private final List<Double> recognised = new ArrayList<>();
    private final Map<String, Object> watched = new LinkedHashMap<>();
    private Arm forecast;
    private long hookErrors;

    /** For a disk of so many MiB a second. */
    Findings(int diskRate, Arm plain, Arm equal) {
        this.diskRate = diskRate;
        this.plain = plain;
        this.equal = equal;
    }

    /** The name of a tenant. */
    static String tenant(int number) {
        return "t" + number;
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
        for (String each : List.of(JOB, NEIGHBOUR)) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("calledHeavyPercent", Statistics.jsonNumber(looks.heavyPercent(each, measuredFrom)));
            members.put("factors", factors(after, each));
            for (PublishedForecast.Kind kind : PublishedForecast.Kind.values()) {
                members.put("error of " + kind.label() + ", times the naive one", timesNaive(each, kind));
            }
            members.put("seriesMBps", looks.series(each));
            watched.put(each.equals(JOB) ? "forecasts of the job" : "forecasts of the neighbour", members);
        }
    }

    private static List<Object> factors(List<Map<String, PublishedForecast>> after, String tenant) {
        return after.stream()
                .map(each -> each.containsKey(tenant)
                        ? Statistics.jsonNumber(each.get(tenant).factor())
                        : null)
                .toList();
    }

    /** A newcomer was recognised after so many seconds. */
    void recognised(double seconds) {
        recognised.add(seconds);
    }

    void hookErrors(long errors) {
        hookErrors = errors;
    }

    private Map<String, Object> timesNaive(String tenant, PublishedForecast.Kind kind) {
        return Statistics.smallIsGood(errors(tenant, kind));
    }

    private List<Double> errors(String tenant, PublishedForecast.Kind kind) {
        return told.stream()
                .map(each -> each.containsKey(tenant)
                        ? each.get(tenant).accuracies().get(kind).timesNaive()
                        : Double.NaN)
                .toList();
    }

    private double rate() {
        return diskRate * (double) (1 << 20);
    }

    private double shorterPercent(Arm than) {
        return (1 - forecast.median() / than.median()) * 100;
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
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.atLeast(
                "job: shorter than with equal shares, percent, median", shorterPercent(equal), LEAST_SHORTER_PERCENT));
        bars.add(Bar.atMost(
                "neighbour: recognised, seconds after it began, worst", Statistics.largest(recognised), MOST_SECONDS));
        for (PublishedForecast.Kind kind : PublishedForecast.Kind.values()) {
            List<Double> both = Stream.of(JOB, NEIGHBOUR)
                    .map(each -> Statistics.median(errors(each, kind)))
                    .toList();
            bars.add(Bar.atMost(
                    "forecast of " + kind.label() + ": error, times naive, median, worse tenant",
                    Statistics.largest(both),
                    1));
        }
        bars.add(Bar.atMost("errors that the hook caught", (double) hookErrors, 0));
        bars.addAll(Validity.cold(
                "",
                Stream.of(plain, equal, forecast)
                        .flatMap(arm -> arm.coldPercent().stream())
                        .toList()));
        bars.addAll(Validity.nearRate("", plain.ratePercents(rate())));
        return bars;
    }

    Outcome outcome() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", diskRate);
        figures.put("jobBytes", JobShape.bytes());
        figures.put(
                "computingSecondsForEachSplit",
                Statistics.jsonNumber(JobShape.on(rate()).computing().toNanos() / 1e9));
        figures.put("learningSeconds", MinervaForecast.LEARNING.toSeconds());
        figures.put("shorterPercentAtMostByDefaultFactors", Statistics.jsonNumber(mostShorterPercent()));
        figures.put("shorterPercentThanPlain", Statistics.jsonNumber(shorterPercent(plain)));
        figures.put("recognisedSeconds", Statistics.smallIsGood(recognised));
        List<Arm> arms = List.of(plain, equal, forecast);
        arms.forEach(arm -> figures.put(arm.name(), arm.members()));
        figures.putAll(watched);
        Map<String, List<Double>> series = new LinkedHashMap<>();
        arms.forEach(arm -> series.put(arm.name(), arm.seconds()));
        return new Outcome(
                figures,
                bars(),
                List.of(Charts.bars(
                        "A job of MapReduce beside a heavy neighbour",
                        "seconds",
                        IntStream.rangeClosed(1, plain.seconds().size())
                                .mapToObj(repeat -> "repeat " + repeat)
                                .toList(),
                        series)));
    }
}
