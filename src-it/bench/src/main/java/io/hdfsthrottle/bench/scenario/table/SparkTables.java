package io.hdfsthrottle.bench.scenario.table;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.BlockDelay;
import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.SparkDisk;
import io.hdfsthrottle.bench.load.spark.SparkDisk.Scale;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scenario of tables I to IV of the Spark I/O control paper, scaled to a small machine: WordCount and TeraSort alone,
 * beside each other, and each beside a reader and a writer of HDFS and of fio; without the hook and with it.
 */
public final class SparkTables implements Scenario {

    private static final int TEXT_MIB = 256;
    private static final int RECORDS = 1_000_000;
    private static final String NO_GUARD = "";
    private static final String GUARD = "1m";

    @Override
    public String name() {
        return "spark-tables";
    }

    @Override
    public String shows() {
        return "WordCount and TeraSort take as long beside neighbours as alone, which get the rest of the disk";
    }

    @Override
    public List<String> cases() {
        return TableCase.all().stream().map(TableCase::name).toList();
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /** So slow that two processors keep up with the jobs: they wait for the disk. */
    @Override
    public int usualRate() {
        return 40;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        // Before any thread to be counted is started.
        stage.resources().own(BlockDelay.on());
        Scale scale = new Scale(stage.diskRate(), TEXT_MIB, RECORDS, 0);
        SparkDisk disk = SparkDisk.start(stage, scale, 1);
        List<TableCase> cases = TableCase.all().stream()
                .filter(each -> stage.plays(each.name()))
                .toList();
        Map<Workload, Double> alone = new EnumMap<>(Workload.class);
        disk.hook(false, NO_GUARD);
        List<TableRow> rows = new ArrayList<>();
        for (Workload job : Workload.OF_TABLES) {
            if (cases.stream().anyMatch(each -> each.job() == job)) {
                TableCase line = new TableCase(job, NeighbourLoad.NOBODY);
                List<JobRun> runs = runs(stage, disk, line);
                alone.put(
                        job,
                        Statistics.median(runs.stream().map(JobRun::seconds).toList()));
                if (cases.contains(line)) {
                    rows.add(told(stage, scale, line, false, runs, alone));
                }
            }
        }
        for (TableCase line : cases) {
            if (line.beside() != NeighbourLoad.NOBODY) {
                rows.add(told(stage, scale, line, false, runs(stage, disk, line), alone));
            }
        }
        disk.hook(true, NO_GUARD);
        boolean guarded = false;
        long errors = 0;
        for (TableCase line : cases) {
            if (line.isGuarded() && !guarded) {
                errors += disk.hookErrors();
                disk.hook(true, GUARD);
                guarded = true;
            }
            rows.add(told(stage, scale, line, true, runs(stage, disk, line), alone));
        }
        errors += disk.hookErrors();
        List<Bar> bars = new ArrayList<>(TableFindings.bars(rows));
        bars.add(Bar.atMost("errors that the hook caught", (double) errors, 0));
        return new Outcome(figures(scale, rows), bars, TableFindings.charts(rows));
    }

    private static List<JobRun> runs(Stage stage, SparkDisk disk, TableCase line) throws Exception {
        List<JobRun> runs = new ArrayList<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            runs.add(disk.run(line.jobs(), line.beside()).get(line.job()));
        }
        return runs;
    }

    private static TableRow told(
            Stage stage,
            Scale scale,
            TableCase line,
            boolean controlled,
            List<JobRun> runs,
            Map<Workload, Double> alone) {
        TableRow row =
                new TableRow(line, controlled, runs, alone.get(line.job()), scale.diskMib() * (double) (1 << 20));
        stage.say("%s", row.text());
        return row;
    }

    private static Map<String, Object> figures(Scale scale, List<TableRow> rows) {
        Map<String, Object> figures = new LinkedHashMap<>();
        Map<String, Object> scaled = new LinkedHashMap<>();
        scaled.put("diskMiBps", scale.diskMib());
        scaled.put("textMiB", scale.textMib());
        scaled.put("records", scale.records());
        scaled.put("tasksAtATime", SparkDisk.TASKS);
        scaled.put("papersTextMB", 3_000);
        scaled.put("papersRecords", 3_000_000);
        scaled.put("papersTasksAtATime", 3);
        figures.put("scale", scaled);
        figures.put("jobsWeight", SparkDisk.JOBS_WEIGHT);
        figures.put("neighboursWeight", SparkDisk.NEIGHBOURS_WEIGHT);
        figures.put("requestMillis", "mean time of a request of the block device, of whomever");
        figures.put(
                "blockedMillis",
                BlockDelay.isOn()
                        ? "threads of job and DataNode, summed, by the kernel's delay accounting"
                        : "absent: kernel.task_delayacct is 0 and cannot be set");
        figures.put("rows", rows.stream().map(TableRow::members).toList());
        return figures;
    }
}
