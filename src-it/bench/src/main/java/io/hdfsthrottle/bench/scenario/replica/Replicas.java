package io.hdfsthrottle.bench.scenario.replica;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.replica.ReplicatedFile.Run;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of a Spark job that reads a file whose blocks each have a replica on three DataNodes, with a demand below
 * one disk's capacity. With and without a crowd of another tenant on one DataNode, with replicas chosen by entitlement
 * and by HDFS.
 */
public final class Replicas implements Scenario {

    private static final double MOST_TIMES = 1.1;

    /** A crowd that does not slow down HDFS's own choice is no contention. */
    private static final double LEAST_TIMES = 1.3;

    /** The number of windows that the job takes without contention. */
    private static final int WINDOWS = 2;

    private enum Arm {
        ENTITLEMENT_ALONE("entitlement", false),
        ENTITLEMENT_CONTENDED("entitlement", true),
        HDFS_ALONE("hdfs", false),
        HDFS_CONTENDED("hdfs", true);

        private final String choice;
        private final boolean contended;

        Arm(String choice, boolean contended) {
            this.choice = choice;
            this.contended = contended;
        }

        @Override
        public String toString() {
            return choice + (contended ? ", one of three contended" : ", nobody else");
        }
    }

    @Override
    public String name() {
        return "replicas";
    }

    @Override
    public String shows() {
        return "a job reads replicas where its tenant has most left: one contended DataNode of three costs it little";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        ReplicatedFile file = ReplicatedFile.written(stage, stage.window().multipliedBy(WINDOWS));
        Map<Arm, List<Run>> runs = new EnumMap<>(Arm.class);
        for (Arm arm : Arm.values()) {
            runs.put(arm, new ArrayList<>());
        }
        for (int repeat = 1; repeat <= stage.repeats(); repeat++) {
            for (Arm arm : Arm.values()) {
                Run run = file.run(arm.choice, arm.contended);
                runs.get(arm).add(run);
                stage.say(
                        "repeat %d  %-40s %6.1f s, %4.1f %% from the first DataNode",
                        repeat, arm, run.seconds(), run.contendedPercent());
            }
        }
        List<Double> chosen = times(runs, Arm.ENTITLEMENT_CONTENDED);
        List<Double> hdfs = times(runs, Arm.HDFS_CONTENDED);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", ReplicatedFile.DISK_MIB);
        figures.put("tasks", ReplicatedFile.TASKS);
        figures.put("taskMiBps", ReplicatedFile.TASK_MIB);
        figures.put("contendedTimesAlone", Statistics.smallIsGood(chosen));
        figures.put("contendedTimesAloneByHdfs", Statistics.smallIsGood(hdfs));
        runs.forEach((arm, all) -> figures.put(
                arm.toString(),
                Map.of(
                        "seconds", Statistics.smallIsGood(of(all, Run::seconds)),
                        "percentFromFirstDataNode", Statistics.smallIsGood(of(all, Run::contendedPercent)))));
        return new Outcome(figures, bars(chosen, hdfs), List.of(chart(runs, stage.repeats())));
    }

    private static List<Double> of(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }

    /** Each run beside the crowd as a multiple of the median without it, of the faster choice. */
    private static List<Double> times(Map<Arm, List<Run>> runs, Arm contended) {
        double usual = Math.min(
                Statistics.median(of(runs.get(Arm.ENTITLEMENT_ALONE), Run::seconds)),
                Statistics.median(of(runs.get(Arm.HDFS_ALONE), Run::seconds)));
        return of(runs.get(contended), run -> run.seconds() / usual);
    }

    private static List<Bar> bars(List<Double> chosen, List<Double> hdfs) {
        return List.of(
                Bar.atMost(
                        "by entitlement, one DataNode contended, worst, times without",
                        Statistics.largest(chosen),
                        MOST_TIMES),
                Bar.atMost("the same, median", Statistics.median(chosen), MOST_TIMES),
                Bar.atLeast(
                        Validity.VALID + "HDFS's own choice is slowed down, median, times without",
                        Statistics.median(hdfs),
                        LEAST_TIMES));
    }

    private static Chart<?, ?> chart(Map<Arm, List<Run>> runs, int repeats) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            int number = repeat;
            series.put(
                    "repeat " + (repeat + 1),
                    runs.values().stream().map(all -> all.get(number).seconds()).toList());
        }
        return Charts.bars(
                "A job that reads a file with three replicas",
                "seconds",
                runs.keySet().stream().map(Arm::toString).toList(),
                series);
    }
}
