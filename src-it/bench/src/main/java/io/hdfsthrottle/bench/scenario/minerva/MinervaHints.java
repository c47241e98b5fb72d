package io.hdfsthrottle.bench.scenario.minerva;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Four jobs that begin to read together, of which the largest steps back (Minerva, figure 2 a and b): the time that
 * each takes for its I/O, under plain HDFS, with equal shares, and with equal shares and the hint.
 */
public final class MinervaHints {

    private static final int FILE_BYTES = 1 << 30;
    private static final String LEVEL = "idle";
    private static final long LOOK_NANOS = 2_000_000L;
    private static final long SETTLING_SECONDS = 3;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "minerva-hints",
            "jobs whose neighbour steps back read faster, and it does not read longer and earns credits",
            MinervaHints::play,
            Choice.RATE,
            Choice.READAHEAD,
            Choice.NATIVE);

    private MinervaHints() {}

    /** The jobs of the Minerva paper's figure 2 a and b by what they read; here a fifth of it. */
    enum Job {
        CHECKSUM(0, 200, 29),
        LOAD(1, 500, 38),
        GREP(2, 3_000, 13),

        /** The one that yields. */
        WORD_COUNT(3, 12_000, Double.NaN);

        /** The paper's megabytes for one of these. */
        private static final int SCALE = 5;

        private final int tenant;
        private final int megabytes;

        /** By how much the paper shortened its I/O, in percent; not a number for the one that yields. */
        private final double papersPercent;

        Job(int tenant, int megabytes, double papersPercent) {
            this.tenant = tenant;
            this.megabytes = megabytes;
            this.papersPercent = papersPercent;
        }

        /** What it reads, in bytes. */
        private long bytes() {
            return megabytes * 1_000_000L / SCALE;
        }

        /**
         * By how much its I/O is shorter if the one that yields gets nothing meanwhile, and all share the disk equally
         * otherwise, in percent: the most that one job's yielding can do.
         */
        double mostPercent() {
            double withAll = Stream.of(values())
                    .mapToLong(each -> Math.min(each.bytes(), bytes()))
                    .sum();
            return this == WORD_COUNT ? 0 : bytes() / withAll * 100;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The seconds that each job took for its I/O, for each repeat. */
    private record Arm(String name, Map<Job, List<Double>> seconds) {

        double median(Job job) {
            return Statistics.median(seconds.get(job));
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(
                stage, DiskKind.STEADY, Job.values().length, FILE_BYTES, Map.of("credit", "on"))) {
            cluster.hook(false);
            Arm plain = arm(stage, cluster, "plain HDFS");
            cluster.hook(true);
            Arm equal = arm(stage, cluster, "equal shares");
            cluster.yields(Job.WORD_COUNT.tenant, LEVEL);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            Arm hinted = arm(stage, cluster, "with the hint");
            double credits = credits(cluster);
            stage.say("word count has earned %.1f credits", credits);
            Figures possible = new Figures();
            Stream.of(Job.values())
                    .filter(job -> job != Job.WORD_COUNT)
                    .forEach(job -> possible.put(job.toString(), job.mostPercent()));
            Outcome outcome = new Outcome()
                    .figure("diskMiBps", stage.diskRate())
                    .figure("papersMegabytesForOne", Job.SCALE)
                    .figure("level", LEVEL)
                    .figure("percentShorterAtMost", possible)
                    .figure("credits", credits);
            Map<String, List<Double>> series = new LinkedHashMap<>();
            List<Job> jobs = List.of(Job.values());
            for (Arm arm : List.of(plain, equal, hinted)) {
                Figures seconds = new Figures();
                arm.seconds().forEach((job, all) -> seconds.small(job.toString(), all));
                outcome.figure(arm.name() + ", seconds", seconds);
                series.put(arm.name(), each(jobs, arm::median));
            }
            addBars(outcome, stage, plain, equal, hinted);
            return outcome.atLeast("word count: credits earned", credits, 1)
                    .atMost("errors that the hook caught", (double) cluster.hookErrors(), 0)
                    .chart(Charts.bars(
                            "I/O time of jobs that begin together",
                            "seconds, median",
                            jobs.stream().map(Job::toString).toList(),
                            series));
        }
    }

    private static Arm arm(Stage stage, SlowDiskCluster cluster, String name) throws Exception {
        Map<Job, List<Double>> seconds = new EnumMap<>(Job.class);
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            cluster.forget();
            run(cluster).forEach((job, took) -> seconds.computeIfAbsent(job, first -> new ArrayList<>())
                    .add(took));
        }
        Arm arm = new Arm(name, seconds);
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-14s", name));
        for (Job job : Job.values()) {
            line.append(String.format(Locale.ROOT, "  %s %.2f s", job, arm.median(job)));
        }
        stage.say("%s", line);
        return arm;
    }

    /** Each job reads with one thread until it has what it is for. */
    private static Map<Job, Double> run(SlowDiskCluster cluster) {
        Map<Job, Streams> reading = new EnumMap<>(Job.class);
        Map<Job, Double> seconds = new EnumMap<>(Job.class);
        try {
            long from = System.nanoTime();
            for (Job job : Job.values()) {
                reading.put(job, cluster.disk().reading(job.tenant, 1));
            }
            while (seconds.size() < reading.size()) {
                LockSupport.parkNanos(LOOK_NANOS);
                reading.forEach((job, streams) -> {
                    streams.check();
                    if (!seconds.containsKey(job) && streams.bytes() >= job.bytes()) {
                        seconds.put(job, (System.nanoTime() - from) / 1e9);
                        streams.close();
                    }
                });
            }
            return seconds;
        } finally {
            reading.values().forEach(Streams::close);
        }
    }

    private static void addBars(Outcome outcome, Stage stage, Arm plain, Arm equal, Arm hinted) {
        for (Job job : Job.values()) {
            double shorter = (1 - hinted.median(job) / equal.median(job)) * 100;
            double thanPlain = (1 - hinted.median(job) / plain.median(job)) * 100;
            stage.say(
                    "%s: %.1f %% shorter than with equal shares (at most %.1f is possible), %.1f %% than plain",
                    job, shorter, job.mostPercent(), thanPlain);
            if (job == Job.WORD_COUNT) {
                outcome.atMost(job + ": longer than with equal shares, percent", -shorter, 1);
            } else {
                outcome.atLeast(job + ": shorter than with equal shares, percent", shorter, job.papersPercent);
            }
        }
        double bytes = Stream.of(Job.values()).mapToLong(Job::bytes).sum();
        double rate = bytes / plain.median(Job.WORD_COUNT);
        outcome.atLeast(
                VALID + "plain HDFS, all jobs together, percent of the disk's rate",
                rate / (stage.diskRate() * (double) (1 << 20)) * 100,
                95);
    }

    private static double credits(SlowDiskCluster cluster) throws IOException {
        for (Object each : (List<?>) cluster.get("/v1/credits").get("tenants")) {
            Map<?, ?> standing = (Map<?, ?>) each;
            if (standing.get("tenant").equals(SlowDiskCluster.named(Job.WORD_COUNT.tenant))) {
                return ((Number) standing.get("credits")).doubleValue();
            }
        }
        return 0;
    }
}
