package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.spark.Workload.TERA_SORT;
import static io.hdfsthrottle.bench.scenario.spark.Workload.WORD_COUNT;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.spark.SparkDisk.Run;
import java.util.List;
import java.util.Map;

/**
 * Figure 4 of the Spark I/O control paper, scaled to a small machine: the rates at which WordCount and TeraSort read
 * HDFS beside each other, without limits, with 6 and 2 MB/s a task, and the other way round.
 */
public final class SparkLimits {

    private static final List<Workload> JOBS = List.of(WORD_COUNT, TERA_SORT);
    private static final Map<Workload, Integer> INPUT =
            Map.of(WORD_COUNT, 128, TERA_SORT, 1_342_177); // four blocks each: two rounds of two tasks
    private static final int RATE = 40; // MiB a second, of which the limits are less than half
    private static final int FAST = 6; // MB a second a task; the paper's are 30 and 10
    private static final int SLOW = 2;

    public static final Scenario SCENARIO = Scenario.onDisk(
                    "spark-limits",
                    "WordCount and TeraSort read at the limits of their tasks, whichever is preferred",
                    SparkLimits::play)
            .usually(RATE, Scenario.REQUESTS);

    private SparkLimits() {}

    private static Outcome play(Stage stage) throws Exception {
        SparkDisk disk = new SparkDisk(stage, stage.diskRate(), INPUT, 1);
        disk.hook(false, "");
        List<List<Run>> free = Runs.of(stage, "hook off", () -> disk.run(JOBS, Neighbours.Kind.EACH_OTHER));
        disk.hook(true, "");
        Outcome outcome = new Outcome();
        for (int i = 0; i < JOBS.size(); i++) {
            String name = JOBS.get(i) + ", hook off";
            outcome.figure(name, Figures.of(of(free, i)))
                    .atLeast(VALID + name + ": reads, percent of the lower limit", percent(free, i, SLOW), 103);
        }
        for (Workload preferred : JOBS) {
            Map<Workload, Map<String, String>> limits =
                    Map.of(WORD_COUNT, limit(WORD_COUNT, preferred), TERA_SORT, limit(TERA_SORT, preferred));
            List<List<Run>> runs =
                    Runs.of(stage, preferred + " preferred", () -> disk.run(JOBS, Neighbours.Kind.EACH_OTHER, limits));
            for (int i = 0; i < JOBS.size(); i++) {
                String name = JOBS.get(i) + ", " + preferred + " preferred";
                List<Double> percent = percent(runs, i, megabytes(JOBS.get(i), preferred));
                outcome.figure(name, Figures.of(of(runs, i)))
                        .atMost(name + ": reads, percent of the limit", percent, 103)
                        .atLeast(name + ": reads, percent of the limit, least", percent, 85);
            }
        }
        return outcome.atMost("errors that the hook caught", (double) disk.hookErrors(), 0);
    }

    private static int megabytes(Workload job, Workload preferred) {
        return job.equals(preferred) ? FAST : SLOW;
    }

    private static Map<String, String> limit(Workload job, Workload preferred) {
        return Map.of(
                "spark.hdfs.throttle.limit", megabytes(job, preferred) + "MB", "spark.hdfs.throttle.limit.per", "task");
    }

    private static List<Run> of(List<List<Run>> runs, int job) {
        return runs.stream().map(all -> all.get(job)).toList();
    }

    /** What a job read, in percent of that limit of each of its tasks at a time. */
    private static List<Double> percent(List<List<Run>> runs, int job, int megabytesOfATask) {
        return each(of(runs, job), run -> run.readMBps() / (megabytesOfATask * SparkDisk.TASKS) * 100);
    }
}
