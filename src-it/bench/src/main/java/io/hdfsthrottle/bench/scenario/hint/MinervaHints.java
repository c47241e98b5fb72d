package io.hdfsthrottle.bench.scenario.hint;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Four jobs that begin to read together, of which the largest steps back (Minerva, figure 2 a and b): the time that
 * each takes for its I/O, under plain HDFS, with equal shares, and with equal shares and the hint.
 */
public final class MinervaHints implements Scenario {

    private static final int FILE_BYTES = 1 << 30;
    private static final String LEVEL = "idle";
    private static final double MOST_LONGER_PERCENT = 1;
    private static final double LEAST_TOTAL_PERCENT = 95;
    private static final long LOOK_NANOS = 2_000_000L;
    private static final long SETTLING_SECONDS = 3;

    @Override
    public String name() {
        return "minerva-hints";
    }

    @Override
    public String shows() {
        return "jobs whose neighbour steps back read faster, and it does not read longer and earns credits";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /** The seconds that each job took for its I/O, for each repeat. */
    private record Arm(String name, Map<Job, List<Double>> seconds) {

        double median(Job job) {
            return Statistics.median(seconds.get(job));
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            seconds.forEach((job, all) -> members.put(named(job), Statistics.smallIsGood(all)));
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        try (SlowDiskCluster cluster = SlowDiskCluster.start(
                stage, DiskKind.STEADY, Job.values().length, FILE_BYTES, Map.of("credit", "on"))) {
            cluster.hook(false);
            Arm plain = arm(stage, cluster, "plain HDFS");
            cluster.hook(true);
            Arm equal = arm(stage, cluster, "equal shares");
            cluster.yields(Job.WORD_COUNT.tenant(), LEVEL);
            TimeUnit.SECONDS.sleep(SETTLING_SECONDS);
            Arm hinted = arm(stage, cluster, "with the hint");
            double credits = credits(cluster);
            stage.say("word count has earned %.1f credits", credits);
            List<Bar> bars = new ArrayList<>(bars(stage, plain, equal, hinted));
            bars.add(Bar.atLeast("word count: credits earned", credits, 1));
            bars.add(Bar.atMost("errors that the hook caught", (double) cluster.hookErrors(), 0));
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("diskMiBps", stage.diskRate());
            figures.put("papersMegabytesForOne", Job.SCALE);
            figures.put("level", LEVEL);
            figures.put("percentShorterAtMost", possible());
            figures.put("credits", Statistics.jsonNumber(credits));
            List<Arm> arms = List.of(plain, equal, hinted);
            arms.forEach(arm -> figures.put(arm.name() + ", seconds", arm.members()));
            return new Outcome(
                    figures,
                    bars,
                    List.of(Charts.bars(
                            "I/O time of jobs that begin together",
                            "seconds, median",
                            Stream.of(Job.values()).map(MinervaHints::named).toList(),
                            series(arms))));
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
            line.append(String.format(Locale.ROOT, "  %s %.2f s", named(job), arm.median(job)));
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
                reading.put(job, cluster.disk().reading(job.tenant(), 1));
            }
            while (seconds.size() < reading.size()) {
                LockSupport.parkNanos(LOOK_NANOS);
                for (Map.Entry<Job, Streams> each : reading.entrySet()) {
                    Job job = each.getKey();
                    each.getValue().check();
                    if (!seconds.containsKey(job) && each.getValue().bytes() >= job.bytes()) {
                        seconds.put(job, (System.nanoTime() - from) / 1e9);
                        each.getValue().close();
                    }
                }
            }
            return seconds;
        } finally {
            reading.values().forEach(Streams::close);
        }
    }

    private static List<Bar> bars(Stage stage, Arm plain, Arm equal, Arm hinted) {
        List<Bar> bars = new ArrayList<>();
        for (Job job : Job.values()) {
            double shorter = (1 - hinted.median(job) / equal.median(job)) * 100;
            double thanPlain = (1 - hinted.median(job) / plain.median(job)) * 100;
            stage.say(
                    "%s: %.1f %% shorter than with equal shares (at most %.1f is possible), %.1f %% than plain",
                    named(job), shorter, job.mostPercent(), thanPlain);
            if (job == Job.WORD_COUNT) {
                bars.add(Bar.atMost(
                        named(job) + ": longer than with equal shares, percent", -shorter, MOST_LONGER_PERCENT));
            } else {
                bars.add(Bar.atLeast(
                        named(job) + ": shorter than with equal shares, percent", shorter, job.papersPercent()));
            }
        }
        double bytes = Stream.of(Job.values()).mapToLong(Job::bytes).sum();
        double rate = bytes / plain.median(Job.WORD_COUNT);
        bars.add(Bar.atLeast(
                Validity.VALID + "plain HDFS, all jobs together, percent of the disk's rate",
                rate / (stage.diskRate() * (double) (1 << 20)) * 100,
                LEAST_TOTAL_PERCENT));
        return bars;
    }

    private static double credits(SlowDiskCluster cluster) throws IOException {
        for (Object each : (List<?>) cluster.get("/v1/credits").get("tenants")) {
            Map<?, ?> standing = (Map<?, ?>) each;
            if (standing.get("tenant").equals("t" + Job.WORD_COUNT.tenant())) {
                return ((Number) standing.get("credits")).doubleValue();
            }
        }
        return 0;
    }

    /** The most that the hint can shorten each job's I/O where shares are equal without it. */
    private static Map<String, Object> possible() {
        Map<String, Object> possible = new LinkedHashMap<>();
        for (Job job : EnumSet.complementOf(EnumSet.of(Job.WORD_COUNT))) {
            possible.put(named(job), Statistics.jsonNumber(job.mostPercent()));
        }
        return possible;
    }

    private static String named(Job job) {
        return job.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Map<String, List<Double>> series(List<Arm> arms) {
        Map<String, List<Double>> series = new LinkedHashMap<>();
        arms.forEach(arm ->
                series.put(arm.name(), Stream.of(Job.values()).map(arm::median).toList()));
        return series;
    }
}
