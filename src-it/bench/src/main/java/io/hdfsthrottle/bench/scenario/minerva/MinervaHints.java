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

    /** The paper's megabytes for one here. */
    private static final int SCALE = 5;

    /** The last one yields. */
    static final List<Job> JOBS = List.of(
            new Job(0, "checksum", 200, 29),
            new Job(1, "load", 500, 38),
            new Job(2, "grep", 3_000, 13),
            new Job(3, "word count", 12_000, Double.NaN));

    private static final Job WORD_COUNT = JOBS.get(3);

    public static final Scenario SCENARIO = Scenario.onDisk(
            "minerva-hints",
            "jobs whose neighbour steps back read faster, and it does not read longer and earns credits",
            MinervaHints::play);

    private MinervaHints() {}

    /** A job of the Minerva paper, by what it read there, and by how much that was shortened for those that gain. */
    record Job(int tenant, String name, int papersMegabytes, double papersPercent) {

        private long bytes() {
            return papersMegabytes * 1_000_000L / SCALE;
        }

        /** By how much its I/O is shorter, in percent, if the one that yields gets nothing, and all else is equal. */
        double mostPercent() {
            return bytes() * 100.0 / total(each(JOBS, job -> Math.min(job.bytes(), bytes())));
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster =
                SlowDiskCluster.start(stage, DiskKind.STEADY, JOBS.size(), 1 << 30, Map.of("credit", "on"))) {
            Outcome outcome = new Outcome()
                    .figure("diskMiBps", stage.diskRate())
                    .figure("papersMegabytesForOne", SCALE)
                    .figure("level", LEVEL);
            cluster.hook(false);
            List<Double> plain = medians(stage, cluster, "plain HDFS", outcome);
            cluster.hook(true);
            List<Double> equal = medians(stage, cluster, "equal shares", outcome);
            cluster.yields(WORD_COUNT.tenant, LEVEL);
            Rates.over(Duration.ofSeconds(3), List.of());
            List<Double> hinted = medians(stage, cluster, "with the hint", outcome);
            Figures possible = new Figures();
            for (Job job : JOBS) {
                double shorter = (1 - hinted.get(job.tenant) / equal.get(job.tenant)) * 100;
                if (job.equals(WORD_COUNT)) {
                    outcome.atMost(job.name + ": longer than with equal shares, percent", -shorter, 1);
                } else {
                    possible.put(job.name, job.mostPercent());
                    outcome.atLeast(job.name + ": shorter than with equal shares, percent", shorter, job.papersPercent);
                }
            }
            double rate = total(each(JOBS, Job::bytes)) / plain.get(WORD_COUNT.tenant);
            double percent = rate / cluster.disk().rate() * 100;
            double credits = credits(cluster);
            return outcome.figure("percentShorterAtMost", possible)
                    .figure("credits", credits)
                    .atLeast(VALID + "plain HDFS, all jobs together, percent of the disk's rate", percent, 95)
                    .atLeast("word count: credits earned", credits, 1)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0);
        }
    }

    /** Adds the seconds that each job takes for its I/O; returns their medians. */
    private static List<Double> medians(Stage stage, SlowDiskCluster cluster, String name, Outcome outcome)
            throws Exception {
        List<List<Double>> runs = Runs.of(stage, name + ", seconds", () -> seconds(cluster));
        Figures figures = new Figures();
        JOBS.forEach(job -> figures.small(job.name, each(runs, run -> run.get(job.tenant))));
        outcome.figure(name + ", seconds", figures);
        return each(JOBS, job -> median(each(runs, run -> run.get(job.tenant))));
    }

    /** Each job reads with one thread until it has what it is for; returns the seconds, by tenant. */
    private static List<Double> seconds(SlowDiskCluster cluster) throws IOException {
        cluster.forget();
        double[] seconds = new double[JOBS.size()];
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
                        streams.close();
                    }
                }
            }
            return Arrays.stream(seconds).boxed().toList();
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
