package io.hdfsthrottle.bench.scenario.table;

import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.report.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The results of one row's repeats, without the hook or with it.
 *
 * @param runs one for each repeat
 * @param aloneSeconds the median duration of the job alone without the hook
 * @param diskRate of the disk, in bytes a second
 */
record TableRow(TableCase line, boolean controlled, List<JobRun> runs, double aloneSeconds, double diskRate) {

    /** Immutable. */
    TableRow {
        runs = List.copyOf(runs);
    }

    /** The duration of each run, as a multiple of that alone. */
    List<Double> timesAlone() {
        return of(run -> run.seconds() / aloneSeconds);
    }

    /** The used part of the disk's rate in each run, in per cent. */
    List<Double> usedPercent() {
        return of(run -> run.disk().rate() / diskRate * 100);
    }

    private List<Double> of(ToDoubleFunction<JobRun> figure) {
        return runs.stream().map(figure::applyAsDouble).toList();
    }

    private double median(ToDoubleFunction<JobRun> figure) {
        return Statistics.median(of(figure));
    }

    /** The printed form: medians. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%-12s %-30s read %6.1f  write %6.1f MB/s  I/O delay %6.1f ms  %6.1f s (%.2fx)  others %5.1f MB/s  disk %5.1f %%",
                controlled ? "controlled" : "uncontrolled",
                line.name(),
                median(JobRun::readRate) / Statistics.MEGA,
                median(JobRun::writeRate) / Statistics.MEGA,
                median(run -> run.disk().requestMillis()),
                median(JobRun::seconds),
                Statistics.median(timesAlone()),
                median(JobRun::othersRate) / Statistics.MEGA,
                Statistics.median(usedPercent()));
    }

    /** Its members in JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("case", line.name());
        members.put("controlled", controlled);
        members.put("seconds", Statistics.smallIsGood(of(JobRun::seconds)));
        members.put("timesAlone", Statistics.smallIsGood(timesAlone()));
        members.put("readMBps", Statistics.megabytes(of(JobRun::readRate)));
        members.put("writeMBps", Statistics.megabytes(of(JobRun::writeRate)));
        members.put("requestMillis", Statistics.smallIsGood(of(run -> run.disk().requestMillis())));
        members.put("blockedMillis", Statistics.smallIsGood(of(run -> run.disk().blockedMillis())));
        members.put("othersMBps", Statistics.megabytes(of(JobRun::othersRate)));
        members.put("diskUsedPercent", Statistics.largeIsGood(usedPercent()));
        members.put(
                "diskBusyPercent", Statistics.largeIsGood(of(run -> run.disk().busyPercent())));
        return members;
    }
}
