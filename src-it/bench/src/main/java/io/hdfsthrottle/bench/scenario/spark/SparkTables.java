package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.each;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.BlockDelay;
import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.SparkDisk;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.spark.TableRow.Line;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario of tables I to IV of the Spark I/O control paper, scaled to a small machine: WordCount and TeraSort alone,
 * beside each other, and each beside a reader and a writer of HDFS and of fio; without the hook and with it.
 */
public final class SparkTables {

    private static final int TEXT_MIB = 256;
    private static final int RECORDS = 1_000_000;

    /** So slow that two processors keep up with the jobs: they wait for the disk. */
    private static final int RATE = 40;

    private static final String NO_GUARD = "";
    private static final String GUARD = "1m";

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "spark-tables",
                    "WordCount and TeraSort take as long beside neighbours as alone, which get the rest of the disk",
                    stage -> new SparkTables(stage).play(),
                    Choice.RATE,
                    Choice.READAHEAD,
                    Choice.NATIVE)
            .of(Line.all().stream().map(Line::name).toList())
            .usually(RATE, Scenario.REQUESTS);

    private final Stage stage;
    private final SparkDisk disk;
    private final List<TableRow> rows = new ArrayList<>();
    private final Map<Workload, Double> alone = new EnumMap<>(Workload.class);

    private SparkTables(Stage stage) throws Exception {
        this.stage = stage;
        // Before any thread to be counted is started.
        stage.resources().own(BlockDelay.on());
        disk = new SparkDisk(stage, new SparkDisk.Scale(stage.diskRate(), TEXT_MIB, RECORDS, 0), 1);
    }

    private Outcome play() throws Exception {
        List<Line> lines =
                Line.all().stream().filter(line -> stage.plays(line.name())).toList();
        disk.hook(false, NO_GUARD);
        for (Workload job : Workload.OF_TABLES) {
            if (lines.stream().anyMatch(line -> line.job() == job)) {
                Line line = new Line(job, NeighbourLoad.NOBODY);
                List<JobRun> runs = runs(line);
                alone.put(job, Statistics.median(each(runs, JobRun::seconds)));
                if (lines.contains(line)) {
                    add(line, false, runs);
                }
            }
        }
        for (Line line : lines) {
            if (line.beside() != NeighbourLoad.NOBODY) {
                add(line, false, runs(line));
            }
        }
        disk.hook(true, NO_GUARD);
        boolean guarded = false;
        long errors = 0;
        for (Line line : lines) {
            // Only dirty pages of a writer outside HDFS can be limited.
            if (line.beside() == NeighbourLoad.FIO_WRITER && !guarded) {
                errors += disk.hookErrors();
                disk.hook(true, GUARD);
                guarded = true;
            }
            add(line, true, runs(line));
        }
        errors += disk.hookErrors();
        Outcome outcome = outcome();
        rows.forEach(row -> outcome.bars(row.bars()));
        return outcome.atMost("errors that the hook caught", (double) errors, 0);
    }

    private List<JobRun> runs(Line line) throws Exception {
        List<JobRun> runs = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            runs.add(disk.run(line.jobs(), line.beside()).get(line.jobs().indexOf(line.job())));
        }
        return runs;
    }

    private void add(Line line, boolean controlled, List<JobRun> runs) {
        double rate = stage.diskRate() * (double) (1 << 20);
        TableRow row = new TableRow(line, controlled, runs, alone.get(line.job()), rate);
        stage.say("%s", row.text());
        rows.add(row);
    }

    private Outcome outcome() {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (boolean controlled : new boolean[] {false, true}) {
            List<TableRow> these =
                    rows.stream().filter(row -> row.controlled() == controlled).toList();
            series.put(
                    controlled ? "controlled" : "uncontrolled",
                    each(these, row -> Statistics.median(row.timesAlone())));
        }
        List<String> names =
                rows.stream().map(row -> row.line().name()).distinct().toList();
        String delay = BlockDelay.isOn()
                ? "threads of job and DataNode, summed, by the kernel's delay accounting"
                : "absent: kernel.task_delayacct is 0 and cannot be set";
        return new Outcome()
                .figure(
                        "scale",
                        new Figures()
                                .put("diskMiBps", stage.diskRate())
                                .put("textMiB", TEXT_MIB)
                                .put("records", RECORDS)
                                .put("tasksAtATime", SparkDisk.TASKS)
                                .put("papersTextMB", 3_000)
                                .put("papersRecords", 3_000_000)
                                .put("papersTasksAtATime", 3))
                .figure("jobsWeight", SparkDisk.JOBS_WEIGHT)
                .figure("neighboursWeight", SparkDisk.NEIGHBOURS_WEIGHT)
                .figure("requestMillis", "mean time of a request of the block device, of whomever")
                .figure("blockedMillis", delay)
                .figure("rows", rows.stream().map(TableRow::figures).toList())
                .chart(Charts.bars("Run time of Spark jobs", "times alone", names, series));
    }
}
