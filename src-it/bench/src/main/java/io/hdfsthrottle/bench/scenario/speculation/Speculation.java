package io.hdfsthrottle.bench.scenario.speculation;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.speculation.WaitingJob.Reader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario in which speculation and hedged reads are enabled, and a tenant's limit makes one task of a stage wait for
 * four windows, longer than the plugin makes Spark wait before it judges a task. With the plugin's settings, and with
 * the defaults of Spark and HDFS.
 */
public final class Speculation implements Scenario {

    private static final int WINDOWS = 4;

    /** Of the duration that the limit enforces; the first second of a limit gives a little more. */
    private static final double LEAST_WAITED_PERCENT = 80;

    private static final double LEAST_EXTRA_PERCENT = 5;

    private static final Map<String, String> PLUGINS = Map.of();

    /** Spark's documented defaults, and HDFS's hedged reads by the client's settings. */
    private static final Map<String, String> THEIR_OWN = Map.of(
            "spark.speculation.minTaskRuntime", "100ms",
            "spark.speculation.efficiency.processRateMultiplier", "0.75",
            "spark.speculation.efficiency.longRunTaskFactor", "2",
            "spark.hdfs.throttle.hedged.reads", "hdfs");

    @Override
    public String name() {
        return "speculation";
    }

    @Override
    public String shows() {
        return "a task that waits for bandwidth is not copied, and its reads are not doubled";
    }

    @Override
    public List<String> cases() {
        return List.of(Reader.STREAM.toString(), Reader.POSITIONAL.toString());
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.noneOf(Choice.class);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        Duration wait = stage.window().multipliedBy(WINDOWS);
        WaitingJob job = WaitingJob.prepared(stage, wait);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("limitBytesPerSecond", WaitingJob.LIMIT_BYTES);
        List<Bar> bars = new ArrayList<>();
        Map<String, List<Double>> copies = new LinkedHashMap<>();
        Map<String, List<Double>> extra = new LinkedHashMap<>();
        List<String> played = new ArrayList<>();
        for (Reader reader : Reader.values()) {
            if (!stage.plays(reader.toString())) {
                continue;
            }
            played.add(reader.toString());
            long least = job.movedBytes(reader);
            List<WaitingRun> theirs = runs(stage, job, reader, "their own", THEIR_OWN, least);
            List<WaitingRun> plugins = runs(stage, job, reader, "the plugin's", PLUGINS, least);
            figures.put(
                    reader.toString(),
                    Map.of("theirOwnSettings", members(theirs), "pluginsSettings", members(plugins)));
            bars.addAll(bars(reader, wait, theirs, plugins));
            for (Map.Entry<String, List<WaitingRun>> arm : Map.of("their own settings", theirs, "the plugin's", plugins)
                    .entrySet()) {
                copies.computeIfAbsent(arm.getKey(), none -> new ArrayList<>())
                        .add(largest(arm.getValue(), WaitingRun::copies));
                extra.computeIfAbsent(arm.getKey(), none -> new ArrayList<>())
                        .add(largest(arm.getValue(), WaitingRun::extraPercent));
            }
        }
        List<Chart<?, ?>> charts = List.of(
                Charts.bars("Copies of tasks, most of the repeats", "copies", played, copies),
                Charts.bars(
                        "Bytes moved beyond a run without copies and hedging, most of the repeats",
                        "percent",
                        played,
                        extra));
        return new Outcome(figures, bars, charts);
    }

    private static List<WaitingRun> runs(
            Stage stage, WaitingJob job, Reader reader, String whose, Map<String, String> settings, long least)
            throws Exception {
        List<WaitingRun> runs = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            WaitingRun run = job.run(reader, settings, least);
            stage.say(
                    "%-10s  %-12s settings: %d copies, %5.1f %% extra bytes (%d); the task took %5.1f s",
                    reader, whose, run.copies(), run.extraPercent(), run.extraBytes(), run.waitingSeconds());
            runs.add(run);
        }
        return runs;
    }

    private static List<Bar> bars(Reader reader, Duration wait, List<WaitingRun> theirs, List<WaitingRun> plugins) {
        double waited =
                plugins.stream().mapToDouble(WaitingRun::waitingSeconds).min().orElse(Double.NaN);
        List<Bar> bars = new ArrayList<>(List.of(
                Bar.atMost(reader + ": copies of tasks that wait", largest(plugins, WaitingRun::copies), 0),
                Bar.atMost(
                        reader + ": bytes moved beyond a run without copies and hedging",
                        largest(plugins, WaitingRun::extraBytes),
                        0),
                Bar.atLeast(
                        Validity.VALID + reader + ": the task waits, percent of what the limit says",
                        waited * 1e3 / wait.toMillis() * 100,
                        LEAST_WAITED_PERCENT),
                Bar.atLeast(
                        Validity.VALID + reader + ": copies with Spark's own settings",
                        smallest(theirs, WaitingRun::copies),
                        1)));
        if (reader == Reader.POSITIONAL) {
            bars.add(Bar.atLeast(
                    Validity.VALID + reader + ": extra bytes with HDFS's own settings, percent",
                    smallest(theirs, WaitingRun::extraPercent),
                    LEAST_EXTRA_PERCENT));
        }
        return bars;
    }

    private static double largest(List<WaitingRun> runs, ToDoubleFunction<WaitingRun> figure) {
        return Statistics.largest(of(runs, figure));
    }

    private static double smallest(List<WaitingRun> runs, ToDoubleFunction<WaitingRun> figure) {
        return Statistics.smallest(of(runs, figure));
    }

    private static List<Double> of(List<WaitingRun> runs, ToDoubleFunction<WaitingRun> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }

    private static Map<String, Object> members(List<WaitingRun> runs) {
        return Map.of(
                "copies", Statistics.smallIsGood(of(runs, WaitingRun::copies)),
                "extraBytes", Statistics.smallIsGood(of(runs, WaitingRun::extraBytes)),
                "extraPercent", Statistics.smallIsGood(of(runs, WaitingRun::extraPercent)),
                "waitingTaskSeconds", Statistics.smallIsGood(of(runs, WaitingRun::waitingSeconds)));
    }
}
