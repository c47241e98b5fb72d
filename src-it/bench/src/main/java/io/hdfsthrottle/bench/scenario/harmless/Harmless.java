package io.hdfsthrottle.bench.scenario.harmless;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.WordCount;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.harmless.Breakage.Broken;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Scenario of a Spark job with the plugin and a coordinator that is broken, in turns with the same job without the
 * plugin: its time, the time of its start, and the lines in its log.
 */
public final class Harmless implements Scenario {

    private static final int TEXT_MIB = 2048;
    private static final double MOST_TIMES = 1.02;
    private static final double MOST_LATER_SECONDS = 1;

    /** Medians of runs that differ by more cannot show the bar. */
    private static final double MOST_NOISE_PERCENT = 5;

    @Override
    public String name() {
        return "harmless";
    }

    @Override
    public String shows() {
        return "a Spark job takes as long with a broken coordinator as without the plugin";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.noneOf(Choice.class);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        stage.say(
                "a WordCount of %d MiB in memory, without the plugin and with five broken coordinators ...", TEXT_MIB);
        Cluster cluster = stage.cluster(stage.folder().resolve("cluster"), stage.settings(), List.of(), List.of());
        Path plugin = cluster.rig().repository().sparkPlugin();
        Hdfs client = stage.resources().own(Hdfs.untagged(cluster.nameNode()));
        WordCount words = WordCount.of(cluster, client, TEXT_MIB);
        WordCount.Run unused = words.run(Map.of(), List.of());
        List<WordCount.Run> without = new ArrayList<>();
        Map<Breakage, List<WordCount.Run>> with = new EnumMap<>(Breakage.class);
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            without.add(print(stage, "without the plugin", words.run(Map.of(), List.of())));
            for (Breakage breakage : Breakage.values()) {
                try (Broken coordinator = breakage.coordinator()) {
                    WordCount.Run run = words.run(settings(coordinator), List.of(plugin));
                    with.computeIfAbsent(breakage, first -> new ArrayList<>())
                            .add(print(stage, breakage.toString(), run));
                }
            }
        }
        return outcome(without, with);
    }

    private static Map<String, String> settings(Broken coordinator) {
        return Map.of(
                "spark.plugins",
                "io.hdfsthrottle.spark.ThrottlePlugin",
                "spark.hdfs.throttle.coordinator",
                coordinator.address());
    }

    private static WordCount.Run print(Stage stage, String what, WordCount.Run run) throws IOException {
        stage.say(
                "%-18s  start %5.2f s, job %6.2f s, %.0f warnings",
                what, run.startSeconds(), run.seconds(), warnings(run));
        return run;
    }

    private static double warnings(WordCount.Run run) {
        return run.log().stream()
                .filter(line -> line.contains("hdfs-throttle") && (line.contains(" WARN ") || line.contains(" ERROR ")))
                .count();
    }

    private static Outcome outcome(List<WordCount.Run> without, Map<Breakage, List<WordCount.Run>> with) {
        List<Bar> bars = new ArrayList<>();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("withoutThePlugin", members(without));
        List<Double> times = new ArrayList<>();
        double seconds = median(without, WordCount.Run::seconds);
        double start = median(without, WordCount.Run::startSeconds);
        with.forEach((breakage, runs) -> {
            figures.put(breakage.toString(), members(runs));
            times.add(median(runs, WordCount.Run::seconds) / seconds);
            bars.add(Bar.atMost(
                    breakage + ": job, times without the plugin, median",
                    median(runs, WordCount.Run::seconds) / seconds,
                    MOST_TIMES));
            bars.add(Bar.atMost(
                    breakage + ": ready later than without the plugin, seconds, median",
                    median(runs, WordCount.Run::startSeconds) - start,
                    MOST_LATER_SECONDS));
            bars.add(Bar.atMost(
                    breakage + ": warnings in the log, most", Statistics.largest(of(runs, Harmless::warnings)), 1));
            bars.add(Bar.atLeast(
                    breakage + ": warnings in the log, least", Statistics.smallest(of(runs, Harmless::warnings)), 1));
        });
        bars.add(Bar.atMost(
                Validity.VALID + "job without the plugin, noise, percent",
                Statistics.noisePercent(of(without, WordCount.Run::seconds)),
                MOST_NOISE_PERCENT));
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "A job with a broken coordinator",
                        "times without the plugin, median",
                        with.keySet().stream().map(Breakage::toString).toList(),
                        Map.of("job", times))));
    }

    private static Map<String, Object> members(List<WordCount.Run> runs) {
        return Map.of(
                "startSeconds", Statistics.smallIsGood(of(runs, WordCount.Run::startSeconds)),
                "jobSeconds", Statistics.smallIsGood(of(runs, WordCount.Run::seconds)),
                "warnings", Statistics.smallIsGood(of(runs, Harmless::warnings)));
    }

    private static double median(List<WordCount.Run> runs, ToDoubleFunction<WordCount.Run> figure) {
        return Statistics.median(of(runs, figure));
    }

    private static List<Double> of(List<WordCount.Run> runs, ToDoubleFunction<WordCount.Run> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }
}
