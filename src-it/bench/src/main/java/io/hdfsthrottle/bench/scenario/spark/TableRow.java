package io.hdfsthrottle.bench.scenario.spark;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.NeighbourLoad;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The results of one row's repeats, without the hook or with it.
 *
 * @param runs one for each repeat
 * @param aloneSeconds the median duration of the job alone without the hook
 * @param diskRate of the disk, in bytes a second
 */
record TableRow(Line line, boolean controlled, List<JobRun> runs, double aloneSeconds, double diskRate) {

    /** A neighbour that slows down no job is no contention. */
    private static final double LEAST_TIMES_UNCONTROLLED = 1.2;

    /** What a row is of: the measured job, and the other load on the disk. */
    record Line(Workload job, NeighbourLoad beside) {

        /** In the order of execution: those with the guard last. */
        static List<Line> all() {
            List<Line> all = new ArrayList<>();
            for (NeighbourLoad beside : NeighbourLoad.values()) {
                Workload.OF_TABLES.forEach(job -> all.add(new Line(job, beside)));
            }
            return all;
        }

        /** Its name on the command line. */
        String name() {
            return beside == NeighbourLoad.NOBODY ? job + " alone" : job + " beside " + beside;
        }

        /** The jobs that run at once. */
        List<Workload> jobs() {
            return beside == NeighbourLoad.EACH_OTHER ? Workload.OF_TABLES : List.of(job);
        }

        /** The longest permitted controlled duration, as a multiple of that alone; empty where nothing is promised. */
        private OptionalDouble mostTimesAlone() {
            return switch (beside) {
                case HDFS_READER -> OptionalDouble.of(1.05);
                case HDFS_WRITER -> OptionalDouble.of(1.10);
                case FIO_WRITER -> job == Workload.WORD_COUNT ? OptionalDouble.of(1.5) : OptionalDouble.empty();
                case NOBODY, EACH_OTHER, FIO_READER -> OptionalDouble.empty();
            };
        }
    }

    /** The duration of each run, as a multiple of that alone. */
    List<Double> timesAlone() {
        return each(runs, run -> run.seconds() / aloneSeconds);
    }

    /** The used part of the disk's rate in each run, in per cent. */
    private List<Double> usedPercent() {
        return each(runs, run -> run.disk().rate() / diskRate * 100);
    }

    private double median(ToDoubleFunction<JobRun> figure) {
        return Statistics.median(each(runs, figure));
    }

    /** A median hides a repeat: the worst counts. */
    List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        boolean hdfs = line.beside().isOfHdfs();
        if (controlled) {
            line.mostTimesAlone()
                    .ifPresent(
                            most -> bars.add(Bar.atMost(line.name() + ": times alone", largest(timesAlone()), most)));
            if (hdfs) {
                bars.add(Bar.atLeast(line.name() + ": of the disk used, percent", smallest(usedPercent()), 98));
            }
        } else if (hdfs) {
            String name = VALID + line.name() + ", uncontrolled: ";
            String used = name + "of the disk used, ";
            bars.add(Bar.atLeast(name + "times alone", smallest(timesAlone()), LEAST_TIMES_UNCONTROLLED));
            bars.add(Bar.atLeast(used + "least, percent", smallest(usedPercent()), 95));
            bars.add(Bar.atMost(used + "most, percent", largest(usedPercent()), 105));
        }
        return bars;
    }

    /** The printed form: medians. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%-12s %-30s read %6.1f  write %6.1f MB/s  I/O delay %6.1f ms  %6.1f s (%.2fx)  others %5.1f MB/s  disk %5.1f %%",
                controlled ? "controlled" : "uncontrolled",
                line.name(),
                median(JobRun::readRate) / MEGA,
                median(JobRun::writeRate) / MEGA,
                median(run -> run.disk().requestMillis()),
                median(JobRun::seconds),
                Statistics.median(timesAlone()),
                median(JobRun::othersRate) / MEGA,
                Statistics.median(usedPercent()));
    }

    Figures figures() {
        return new Figures()
                .put("case", line.name())
                .put("controlled", controlled)
                .small("seconds", each(runs, JobRun::seconds))
                .small("timesAlone", timesAlone())
                .megabytes("readMBps", each(runs, JobRun::readRate))
                .megabytes("writeMBps", each(runs, JobRun::writeRate))
                .small("requestMillis", each(runs, run -> run.disk().requestMillis()))
                .small("blockedMillis", each(runs, run -> run.disk().blockedMillis()))
                .megabytes("othersMBps", each(runs, JobRun::othersRate))
                .large("diskUsedPercent", usedPercent())
                .large("diskBusyPercent", each(runs, run -> run.disk().busyPercent()));
    }
}
