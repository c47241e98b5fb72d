package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.spark.WaitingJob.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario in which speculation and hedged reads are enabled, and a tenant's limit makes one task of a stage wait for
 * four windows, longer than the plugin makes Spark wait before it judges a task. With the plugin's settings, and with
 * the defaults of Spark and HDFS.
 */
public final class Speculation {

    private static final int WINDOWS = 4;

    /** Of the duration that the limit enforces; the first second of a limit gives a little more. */
    private static final double LEAST_WAITED_PERCENT = 80;

    private static final String STREAM = "stream";
    private static final String POSITIONAL = "positional";

    /** Spark's documented defaults, and HDFS's hedged reads by the client's settings. */
    private static final Map<String, String> THEIR_OWN = Map.of(
            "spark.speculation.minTaskRuntime", "100ms",
            "spark.speculation.efficiency.processRateMultiplier", "0.75",
            "spark.speculation.efficiency.longRunTaskFactor", "2",
            "spark.hdfs.throttle.hedged.reads", "hdfs");

    /** The scenario; its cases are how the job reads. */
    public static final Scenario SCENARIO = Scenario.named(
                    "speculation",
                    "a task that waits for bandwidth is not copied, and its reads are not doubled",
                    Speculation::play)
            .of(List.of(STREAM, POSITIONAL));

    private Speculation() {}

    private static Outcome play(Stage stage) throws Exception {
        Duration wait = stage.window().multipliedBy(WINDOWS);
        WaitingJob job = new WaitingJob(stage, wait);
        Outcome outcome = new Outcome().figure("limitBytesPerSecond", WaitingJob.LIMIT_BYTES);
        Map<String, List<Double>> copies = new LinkedHashMap<>();
        Map<String, List<Double>> extra = new LinkedHashMap<>();
        List<String> played = SCENARIO.cases().stream().filter(stage::plays).toList();
        for (String reader : played) {
            long least = job.run(reader, WaitingJob.NEITHER, 0).movedBytes();
            Map<String, List<Run>> arms = new LinkedHashMap<>();
            arms.put("their own settings", runs(stage, job, reader, "their own", THEIR_OWN, least));
            arms.put("the plugin's", runs(stage, job, reader, "the plugin's", Map.of(), least));
            arms.forEach((arm, runs) -> {
                copies.computeIfAbsent(arm, none -> new ArrayList<>()).add(largest(each(runs, Run::copies)));
                extra.computeIfAbsent(arm, none -> new ArrayList<>()).add(largest(each(runs, Run::extraPercent)));
            });
            add(outcome, reader, wait, arms.get("their own settings"), arms.get("the plugin's"));
        }
        String bytes = "Bytes moved beyond a run without copies and hedging, most of the repeats";
        return outcome.chart(Charts.bars("Copies of tasks, most of the repeats", "copies", played, copies))
                .chart(Charts.bars(bytes, "percent", played, extra));
    }

    private static List<Run> runs(
            Stage stage, WaitingJob job, String reader, String whose, Map<String, String> settings, long least)
            throws Exception {
        List<Run> runs = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            Run run = job.run(reader, settings, least);
            stage.say(
                    "%-10s  %-12s settings: %d copies, %5.1f %% extra bytes (%d); the task took %5.1f s",
                    reader, whose, run.copies(), run.extraPercent(), run.extraBytes(), run.waitingSeconds());
            runs.add(run);
        }
        return runs;
    }

    private static void add(Outcome outcome, String reader, Duration wait, List<Run> theirs, List<Run> plugins) {
        double waited = smallest(each(plugins, Run::waitingSeconds));
        outcome.figure(
                        reader,
                        new Figures().put("theirOwnSettings", figures(theirs)).put("pluginsSettings", figures(plugins)))
                .atMost(reader + ": copies of tasks that wait", each(plugins, Run::copies), 0)
                .atMost(
                        reader + ": bytes moved beyond a run without copies and hedging",
                        each(plugins, Run::extraBytes),
                        0)
                .atLeast(
                        VALID + reader + ": the task waits, percent of what the limit says",
                        waited * 1e3 / wait.toMillis() * 100,
                        LEAST_WAITED_PERCENT)
                .atLeast(VALID + reader + ": copies with Spark's own settings", each(theirs, Run::copies), 1);
        if (reader.equals(POSITIONAL)) {
            outcome.atLeast(
                    VALID + reader + ": extra bytes with HDFS's own settings, percent",
                    each(theirs, Run::extraPercent),
                    5);
        }
    }

    private static Figures figures(List<Run> runs) {
        return new Figures()
                .small("copies", each(runs, Run::copies))
                .small("extraBytes", each(runs, Run::extraBytes))
                .small("extraPercent", each(runs, Run::extraPercent))
                .small("waitingTaskSeconds", each(runs, Run::waitingSeconds));
    }
}
