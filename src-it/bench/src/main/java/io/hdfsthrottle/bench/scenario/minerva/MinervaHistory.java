package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A job of a tenant that has used little of a disk, beside one that has read from it all the time (Minerva, figure 3
 * a): under plain HDFS, with equal shares, and with history; and what the other pays.
 */
public final class MinervaHistory {

    /** Pairs of a tenant that reads all the time and one that does not: what the first pair used counts. */
    private static final int WITH_HISTORY = 0;

    private static final int WITHOUT_HISTORY = 2;
    private static final int TENANTS = 4;
    private static final int FILE_BYTES = 512 << 20;
    private static final int THREADS = 4;

    /** What the tenant that uses little reads always, so that the coordinator knows it before its job begins. */
    private static final double LITTLE_BYTES_PER_SECOND = 1 << 20;

    /** Of what the disk gives in a window: with an equal share of it, the job is done before that ends. */
    private static final double JOB = 0.4;

    /** The shortest that can be set: of an hour, the default, nothing would be seen in minutes. */
    private static final Duration HALF_LIFE = Duration.ofMinutes(1);

    /** How long what is to be history is read. */
    private static final Duration LEARNING = Duration.ofSeconds(60);

    /** Between two jobs: what the first one read is a small part of history again. */
    private static final Duration REST = Duration.ofSeconds(5);

    public static final Scenario SCENARIO = Scenario.onDisk(
                    "minerva-history",
                    "a job of a tenant that used little of a disk goes first, and who used much loses nothing in the end",
                    MinervaHistory::play)
            .lasting(6);

    private MinervaHistory() {}

    /**
     * The job's duration; what the heavy tenant read until it was done, or in a window if that ended later; and the
     * weights of both when it began.
     */
    record Run(
            double jobSeconds,
            double heavyMBps,
            double weight,
            double heavyWeight,
            double diskMBps,
            double coldPercent) {}

    private static Outcome play(Stage stage) throws Exception {
        Map<String, String> settings = Map.of(
                "history.tenants",
                SlowDiskCluster.named(WITH_HISTORY) + "=fennel," + SlowDiskCluster.named(WITH_HISTORY + 1) + "=fennel",
                "history.half.life",
                HALF_LIFE.toSeconds() + "s");
        try (SlowDiskCluster cluster = SlowDiskCluster.start(stage, DiskKind.STEADY, TENANTS, FILE_BYTES, settings)) {
            cluster.hook(false);
            List<Run> plain = runs(stage, cluster, "plain HDFS", WITHOUT_HISTORY, Duration.ZERO);
            cluster.hook(true);
            List<Run> equal = runs(stage, cluster, "equal shares", WITHOUT_HISTORY, Duration.ZERO);
            List<Run> history = runs(stage, cluster, "with history", WITH_HISTORY, LEARNING);
            return cluster.conclude(outcome(stage.bytesPerSecond(), plain, equal, history)
                    .figure("diskMiBps", stage.diskRate())
                    .figure("halfLifeSeconds", HALF_LIFE.toSeconds())
                    .figure("learningSeconds", LEARNING.toSeconds()));
        }
    }

    private static List<Run> runs(Stage stage, SlowDiskCluster cluster, String name, int heavy, Duration learning)
            throws Exception {
        cluster.forget();
        LoadedDisk disk = cluster.disk();
        try (Streams much = disk.reading(heavy, THREADS);
                Streams little = disk.readingSlowly(heavy + 1, LITTLE_BYTES_PER_SECOND)) {
            Rates.over(learning, List.of());
            return Runs.of(stage, name, () -> {
                Rates.over(REST, List.of());
                Run run = run(stage, cluster, heavy, much, little);
                much.check();
                little.check();
                return run;
            });
        }
    }

    private static Run run(Stage stage, SlowDiskCluster cluster, int heavy, Streams much, Streams little)
            throws Exception {
        LoadedDisk disk = cluster.disk();
        double weight = cluster.weight(heavy + 1);
        double heavyWeight = cluster.weight(heavy);
        double window = stage.window().toNanos() / 1e9;
        double moved = disk.bytesMoved();
        long muchBefore = much.bytes();
        long littleBefore = little.bytes();
        long from = System.nanoTime();
        double jobSeconds;
        double read;
        try (Streams job = disk.reading(heavy + 1, 1)) {
            while (job.bytes() < JOB * window * disk.rate()) {
                LockSupport.parkNanos(2_000_000L);
                job.check();
            }
            jobSeconds = (System.nanoTime() - from) / 1e9;
            read = job.bytes();
        }
        Rates.over(Duration.ofNanos((long) (Math.max(0, window - jobSeconds) * 1e9)), List.of());
        double took = (System.nanoTime() - from) / 1e9;
        double heavyBytes = much.bytes() - muchBefore;
        moved = disk.bytesMoved() - moved;
        read += heavyBytes + little.bytes() - littleBefore;
        return new Run(
                jobSeconds, heavyBytes / took / MEGA, weight, heavyWeight, moved / took / MEGA, moved / read * 100);
    }

    static Outcome outcome(double rate, List<Run> plain, List<Run> equal, List<Run> history) {
        double share = median(each(history, run -> Shortened.share(run.weight, List.of(run.heavyWeight))));
        Shortened job = Shortened.reading(
                median(each(equal, Run::jobSeconds)), median(each(history, Run::jobSeconds)), 0.5, share);
        double heavy = median(each(history, Run::heavyMBps)) / median(each(equal, Run::heavyMBps));
        List<Run> all = Stream.of(plain, equal, history).flatMap(List::stream).toList();
        return new Outcome()
                .figure("plain HDFS", Figures.of(plain))
                .figure("equal shares", Figures.of(equal))
                .figure("with history", Figures.of(history))
                .figure("job", job)
                .figure("shorterPercent", job.percent())
                .figure("possiblePercent", job.possiblePercent())
                .atLeast(
                        "job: shorter than with equal shares, percent of what its weight allows, median",
                        job.ofPossiblePercent(),
                        Shortened.ENOUGH_PERCENT)
                // Two tenants, of whom one used nothing: by the groups at most 2 to 0.7.
                .atLeast("job: weight, times the heavy tenant's", each(history, run -> run.weight / run.heavyWeight), 2)
                .atMost("heavy tenant: reads less than with equal shares, percent, median", (1 - heavy) * 100, 1)
                .bars(Validity.cold("", each(all, Run::coldPercent)))
                .bars(Validity.nearRate("", each(plain, run -> run.diskMBps * MEGA / rate * 100), false));
    }
}
