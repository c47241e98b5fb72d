package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.spark.ReplicatedFile.Run;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario of a Spark job that reads a file whose blocks each have a replica on three DataNodes, with a demand below
 * one disk's capacity. With and without a crowd of another tenant on one DataNode, with replicas chosen by entitlement
 * and by HDFS.
 */
public final class Replicas {

    private static final double MOST_TIMES = 1.1;

    /** A crowd that does not slow down HDFS's own choice is no contention. */
    private static final double LEAST_TIMES = 1.3;

    /** The number of windows that the job takes without contention. */
    private static final int WINDOWS = 2;

    private static final List<String> CHOICES = List.of("entitlement", "hdfs");

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "replicas",
            "a job reads replicas where its tenant has most left: one contended DataNode of three costs it little",
            Replicas::play,
            Choice.READAHEAD);

    private Replicas() {}

    private static String name(String choice, boolean contended) {
        return choice + (contended ? ", one of three contended" : ", nobody else");
    }

    private static Outcome play(Stage stage) throws Exception {
        ReplicatedFile file = new ReplicatedFile(stage, stage.window().multipliedBy(WINDOWS));
        Map<String, List<Run>> runs = new LinkedHashMap<>();
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int repeat = 1; repeat <= stage.repeats(); repeat++) {
            List<Run> these = new ArrayList<>();
            for (String choice : CHOICES) {
                for (boolean contended : new boolean[] {false, true}) {
                    Run run = file.run(choice, contended);
                    these.add(run);
                    String name = name(choice, contended);
                    runs.computeIfAbsent(name, first -> new ArrayList<>()).add(run);
                    stage.say(
                            "repeat %d  %-40s %6.1f s, %4.1f %% from the first DataNode",
                            repeat, name, run.seconds(), run.contendedPercent());
                }
            }
            series.put("repeat " + repeat, each(these, Run::seconds));
        }
        // Each run beside the crowd is compared with the median without it, of the faster choice.
        double usual = Math.min(alone(runs, CHOICES.get(0)), alone(runs, CHOICES.get(1)));
        List<Double> chosen = each(runs.get(name(CHOICES.get(0), true)), run -> run.seconds() / usual);
        List<Double> hdfs = each(runs.get(name(CHOICES.get(1), true)), run -> run.seconds() / usual);
        Outcome outcome = new Outcome()
                .figure("diskMiBps", ReplicatedFile.DISK_MIB)
                .figure("tasks", ReplicatedFile.TASKS)
                .figure("taskMiBps", ReplicatedFile.TASK_MIB)
                .small("contendedTimesAlone", chosen)
                .small("contendedTimesAloneByHdfs", hdfs);
        runs.forEach((name, all) -> outcome.figure(
                name,
                new Figures()
                        .small("seconds", each(all, Run::seconds))
                        .small("percentFromFirstDataNode", each(all, Run::contendedPercent))));
        return outcome.atMost("by entitlement, one DataNode contended, worst, times without", chosen, MOST_TIMES)
                .atMost("the same, median", median(chosen), MOST_TIMES)
                .atLeast(VALID + "HDFS's own choice is slowed down, median, times without", median(hdfs), LEAST_TIMES)
                .chart(Charts.bars(
                        "A job that reads a file with three replicas", "seconds", List.copyOf(runs.keySet()), series));
    }

    private static double alone(Map<String, List<Run>> runs, String choice) {
        return median(each(runs.get(name(choice, false)), Run::seconds));
    }
}
