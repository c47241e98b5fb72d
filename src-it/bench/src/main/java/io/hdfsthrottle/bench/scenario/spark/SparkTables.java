package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallIsGood;
import static io.hdfsthrottle.bench.report.Validity.VALID;
import static io.hdfsthrottle.bench.scenario.spark.Workload.TERA_SORT;
import static io.hdfsthrottle.bench.scenario.spark.Workload.WORD_COUNT;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.spark.Neighbours.Kind;
import io.hdfsthrottle.bench.scenario.spark.SparkDisk.Run;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tables I to IV of the Spark I/O control paper, scaled to a small machine: WordCount and TeraSort alone, beside each
 * other, and each beside a reader and a writer of HDFS and of fio; without the hook and with it.
 */
public final class SparkTables {

    private static final Map<Workload, Integer> INPUT = Map.of(WORD_COUNT, 1_280, TERA_SORT, 5_000_000);

    /** A shorter job says little of what the hook costs it. */
    private static final int LEAST_SECONDS = 30;

    /** So slow that two processors keep up with the jobs: they wait for the disk. */
    private static final int RATE = 40;

    /** In the order of execution: those with the guard last. */
    private static final List<Line> LINES = Arrays.stream(Kind.values())
            .flatMap(beside -> Stream.of(new Line(WORD_COUNT, beside), new Line(TERA_SORT, beside)))
            .toList();

    public static final Scenario SCENARIO = Scenario.onDisk(
                    "spark-tables",
                    "WordCount and TeraSort take as long beside neighbours as alone, which get the rest of the disk",
                    SparkTables::play)
            .of(LINES.stream().map(Line::name).toList())
            .usually(RATE, Scenario.REQUESTS);

    private SparkTables() {}

    /** What a row is of: the measured job, and the other load on the disk. */
    record Line(Workload job, Kind beside) {

        /** Its name on the command line. */
        String name() {
            return beside == Kind.NOBODY ? job + " alone" : job + " beside " + beside;
        }

        /** Only dirty pages of a writer outside HDFS can be limited. */
        private String guard() {
            return beside == Kind.FIO_WRITER ? "1m" : "";
        }

        /** Runs it; of both beside each other, the other one's are kept for its own row. */
        private List<Run> runs(Stage stage, SparkDisk disk, String hook, Map<String, List<Run>> kept) throws Exception {
            boolean both = beside == Kind.EACH_OTHER;
            List<Workload> jobs = both ? List.of(WORD_COUNT, TERA_SORT) : List.of(job);
            List<Run> already = kept.remove(name() + hook);
            if (already != null) {
                return already;
            }
            List<List<Run>> runs = Runs.of(stage, name() + ", " + hook, () -> disk.run(jobs, beside));
            for (int i = 0; i < jobs.size(); i++) {
                int place = i;
                kept.put(
                        new Line(jobs.get(i), beside).name() + hook,
                        runs.stream().map(all -> all.get(place)).toList());
            }
            return kept.remove(name() + hook);
        }
    }

    /** One row's repeats, and their durations as multiples of the median of the job alone without the hook. */
    record Row(Map<String, Object> timesAlone, Figures runs) {}

    private record Scale(int diskMiBps, int textMiB, int records, int tasksAtATime) {}

    private static Outcome play(Stage stage) throws Exception {
        // Before any thread to be counted is started.
        stage.resources().own(BlockDelay.on());
        SparkDisk disk = new SparkDisk(stage, stage.diskRate(), INPUT, 1);
        List<Line> lines =
                LINES.stream().filter(each -> stage.plays(each.name())).toList();
        Outcome outcome = new Outcome();
        Map<String, List<Run>> kept = new HashMap<>();
        Map<Workload, List<Run>> alone = new HashMap<>();
        Map<Line, List<Run>> without = new HashMap<>();
        disk.hook(false, "");
        for (Line line : lines) {
            if (!alone.containsKey(line.job())) {
                alone.put(line.job(), new Line(line.job(), Kind.NOBODY).runs(stage, disk, "uncontrolled", kept));
            }
            List<Run> job = alone.get(line.job());
            List<Run> runs = line.beside() == Kind.NOBODY ? job : line.runs(stage, disk, "uncontrolled", kept);
            without.put(line, runs);
            row(outcome, line, runs, List.of(), job);
        }
        Map<Line, List<Run>> with = new HashMap<>();
        for (Line line : lines) {
            disk.hook(true, line.guard());
            List<Run> runs = line.runs(stage, disk, "controlled", kept);
            with.put(line, runs);
            row(outcome, line, runs, without.get(line), alone.get(line.job()));
        }
        together(outcome, without, with);
        Scale scale = new Scale(stage.diskRate(), INPUT.get(WORD_COUNT), INPUT.get(TERA_SORT), SparkDisk.TASKS);
        return outcome.figure("scale", scale)
                .figure("jobsWeight", SparkDisk.JOBS_WEIGHT)
                .figure("neighboursWeight", SparkDisk.NEIGHBOURS_WEIGHT)
                .atMost("errors that the hook caught", (double) disk.hookErrors(), 0);
    }

    /** What one of two jobs gets less the other has to get more. */
    private static void together(Outcome outcome, Map<Line, List<Run>> without, Map<Line, List<Run>> with) {
        Line one = new Line(WORD_COUNT, Kind.EACH_OTHER);
        Line other = new Line(TERA_SORT, Kind.EACH_OTHER);
        if (with.containsKey(one) && with.containsKey(other)) {
            double longer = (seconds(with.get(one)) + seconds(with.get(other)))
                    / (seconds(without.get(one)) + seconds(without.get(other)));
            String both = one.name() + " and " + other.name();
            outcome.atMost(both + ": seconds together, times without the hook, medians", longer, 1.05);
        }
    }

    private static double seconds(List<Run> runs) {
        return median(each(runs, Run::seconds));
    }

    /**
     * Adds the figures and the bars of a row, with its runs without the hook, empty if these are those. A neighbour
     * that slows down no job is no contention.
     */
    static void row(Outcome outcome, Line line, List<Run> runs, List<Run> without, List<Run> alone) {
        boolean controlled = !without.isEmpty();
        double usual = median(each(alone, Run::seconds));
        List<Double> times = each(runs, run -> run.seconds() / usual);
        List<Double> used = each(runs, Run::diskUsedPercent);
        String name = controlled ? line.name() + ": " : VALID + line.name() + ", uncontrolled: ";
        if (controlled) {
            // Of two equal jobs each is due half of the disk: one that had more is not harmed by getting that.
            double due = line.beside() == Kind.EACH_OTHER ? 2 * usual : 0;
            double longer = median(each(runs, Run::seconds)) / Math.max(due, median(each(without, Run::seconds)));
            String than = due > 0 ? "times without the hook, or with half of the disk" : "times without the hook";
            outcome.atMost(name + than + ", medians", longer, 1.05);
        } else {
            outcome.atLeast(name + "seconds", each(runs, Run::seconds), LEAST_SECONDS);
        }
        boolean hdfs = line.beside() == Kind.HDFS_READER || line.beside() == Kind.HDFS_WRITER;
        if (hdfs && !controlled) {
            outcome.atLeast(name + "times alone", times, 1.2)
                    .atLeast(name + "of the disk used, least, percent", used, 95)
                    .atMost(name + "of the disk used, most, percent", used, 105);
        } else if (hdfs) {
            outcome.atMost(name + "times alone", times, line.beside() == Kind.HDFS_READER ? 1.05 : 1.10)
                    .atLeast(name + "of the disk used, percent", used, 98);
        } else if (controlled && line.equals(new Line(WORD_COUNT, Kind.FIO_WRITER))) {
            outcome.atMost(name + "times alone", times, 1.5);
        }
        outcome.figure(
                line.name() + (controlled ? ", hook on" : ", hook off"), new Row(smallIsGood(times), Figures.of(runs)));
    }
}
