package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Runs;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Four jobs that read together, under plain HDFS, with equal shares, and with the largest stepping back, too. */
public final class MinervaHints {

    private static final String LEVEL = "idle";

    /** The last one yields. It outlasts the others beside an even share, and need not be larger than that. */
    static final List<Job> JOBS = List.of(
            new Job(0, "checksum", 200, 2),
            new Job(1, "load", 500, 2),
            new Job(2, "grep", 3_000, 2),
            new Job(3, "word count", 12_000, 6));

    private static final Job WORD_COUNT = JOBS.get(3);

    public static final Scenario SCENARIO = Scenario.onDisk(
            "minerva-hints",
            "jobs whose neighbour steps back read faster, and it does not read longer and earns credits",
            MinervaHints::play);

    private MinervaHints() {}

    /** A job of the Minerva paper, by what it read there, and how many megabytes of that are one here. */
    record Job(int tenant, String name, int papersMegabytes, int scale) {

        long bytes() {
            return papersMegabytes * 1_000_000L / scale;
        }
    }

    /** For each job, the seconds of its I/O, and the bytes that the one that yields had read when it was done. */
    record Run(List<Double> seconds, List<Double> yielding) {}

    /** At best the disk reads for a job and the others what it reads for the one that yields, who gets nothing. */
    static Shortened of(Job job, List<Run> equal, List<Run> hinted, double rate) {
        double before = seconds(equal, job);
        double given = median(each(equal, run -> run.yielding.get(job.tenant))) / rate;
        return new Shortened(before, seconds(hinted, job), before - given);
    }

    private static double seconds(List<Run> runs, Job job) {
        return median(each(runs, run -> run.seconds.get(job.tenant)));
    }

    private static Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster =
                SlowDiskCluster.start(stage, DiskKind.STEADY, JOBS.size(), 1 << 30, Map.of("credit", "on"))) {
            Outcome outcome =
                    new Outcome().figure("diskMiBps", stage.diskRate()).figure("level", LEVEL);
            cluster.hook(false);
            List<Run> plain = runs(stage, cluster, "plain HDFS", outcome);
            cluster.hook(true);
            List<Run> equal = runs(stage, cluster, "equal shares", outcome);
            cluster.yields(WORD_COUNT.tenant, LEVEL);
            Rates.over(Duration.ofSeconds(3), List.of());
            List<Run> hinted = runs(stage, cluster, "with the hint", outcome);
            Figures shorter = new Figures();
            Figures possible = new Figures();
            double diskRate = cluster.disk().rate();
            for (Job job : JOBS) {
                Shortened one = of(job, equal, hinted, diskRate);
                shorter.put(job.name, one.percent());
                if (job.equals(WORD_COUNT)) {
                    outcome.atMost(job.name + ": longer than with equal shares, percent", -one.percent(), 1);
                } else {
                    possible.put(job.name, one.possiblePercent());
                    outcome.atLeast(
                            job.name + ": shorter than with equal shares, percent of what is possible",
                            one.ofPossiblePercent(),
                            Shortened.ENOUGH_PERCENT);
                }
            }
            double rate = total(each(JOBS, Job::bytes)) / seconds(plain, WORD_COUNT);
            double credits = credits(cluster);
            return outcome.figure("shorterPercent", shorter)
                    .figure("possiblePercent", possible)
                    .figure("credits", credits)
                    .atLeast(
                            VALID + "plain HDFS, all jobs together, percent of the disk's rate",
                            rate / diskRate * 100,
                            95)
                    .atLeast("word count: credits earned", credits, 1)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    /** Adds the seconds that each job takes for its I/O. */
    private static List<Run> runs(Stage stage, SlowDiskCluster cluster, String name, Outcome outcome) throws Exception {
        List<Run> runs = Runs.of(stage, name, () -> run(cluster));
        Figures figures = new Figures();
        JOBS.forEach(job -> figures.small(job.name, each(runs, run -> run.seconds.get(job.tenant))));
        outcome.figure(name + ", seconds", figures);
        return runs;
    }

    /** Each job reads with one thread until it has what it is for. */
    private static Run run(SlowDiskCluster cluster) throws IOException {
        cluster.forget();
        double[] seconds = new double[JOBS.size()];
        double[] yielding = new double[JOBS.size()];
        List<Streams> reading = new ArrayList<>();
        try {
            long from = System.nanoTime();
            JOBS.forEach(job -> reading.add(cluster.disk().reading(job.tenant, 1)));
            while (Arrays.stream(seconds).anyMatch(each -> each == 0)) {
                LockSupport.parkNanos(2_000_000L);
                for (Job job : JOBS) {
                    Streams streams = reading.get(job.tenant);
                    streams.check();
                    if (seconds[job.tenant] == 0 && streams.bytes() >= job.bytes()) {
                        seconds[job.tenant] = (System.nanoTime() - from) / 1e9;
                        yielding[job.tenant] = reading.get(WORD_COUNT.tenant).bytes();
                        streams.close();
                    }
                }
            }
            return new Run(
                    Arrays.stream(seconds).boxed().toList(),
                    Arrays.stream(yielding).boxed().toList());
        } finally {
            reading.forEach(Streams::close);
        }
    }

    private static double credits(SlowDiskCluster cluster) throws IOException {
        String yielding = SlowDiskCluster.named(WORD_COUNT.tenant);
        return cluster.cluster().coordinator().list("/v1/credits", "tenants").stream()
                .filter(each -> yielding.equals(each.get("tenant")))
                .mapToDouble(each -> ((Number) each.get("credits")).doubleValue())
                .sum();
    }
}
