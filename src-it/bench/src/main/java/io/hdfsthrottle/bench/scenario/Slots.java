package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.report.Statistics.total;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.Crowd;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Visitor;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of a DataNode on a slow disk whose transfer threads are all taken by a crowd, and a visitor that reads at
 * intervals. Everything is cold.
 */
public final class Slots {

    /** The limit on the DataNode's transfer threads, and the streams of the crowd. */
    private static final int THREADS = 4096;

    /** The crowd's files are those of the first tenants, and it works for the first. */
    private static final int FILES = 4;

    private static final int VISITOR = FILES;
    private static final int FILE_BYTES = 1 << 30;

    /** The crowd's limit as a fraction of the disk: low, so that nearly all of it is parked. */
    private static final double CROWDS_PART = 0.2;

    private static final String REFUSAL = "exceeds the limit of concurrent xceivers";
    private static final Duration SETTLING = Duration.ofSeconds(5);

    /**
     * Each stream makes the kernel read three quarters of a megabyte before it can first be throttled: 20 s of the
     * disk.
     */
    private static final Duration SETTLING_OF_CROWD = Duration.ofSeconds(45);

    private static final String SLEEPING = "crowdsSleeping";
    private static final double MOST_TIMES = 2;

    /** A baseline lengthened by one disturbance would make every ratio small. */
    private static final double MOST_NOISE_PERCENT = 50;

    /** A crowd that reads from the page cache delays no other client, and need not be throttled. */
    private static final double LEAST_FROM_DISK_PERCENT = 90;

    /** Without the hook the crowd uses the disk's whole capacity. */
    private static final double LEAST_OF_DISK_PERCENT = 90;

    /** A crowd that is not parked proves nothing. */
    private static final double LEAST_AT_REST_PERCENT = 90;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "slots",
            "a crowd of 4,096 streams keeps no other client from reading",
            Slots::play,
            RATE,
            READAHEAD,
            NATIVE);

    private Slots() {}

    /** The results of one run, with the hook off or on; rates in MB/s. */
    private record Run(
            Latencies alone,
            Latencies beside,
            long refused,
            long failed,
            long failedAlone,
            int streams,
            double crowd,
            double disk,
            Map<String, Object> node) {

        double p99Alone() {
            return alone.percentile(99);
        }

        double atRestPercent() {
            return 100.0 * ((Number) node.get(SLEEPING)).longValue() / THREADS;
        }

        /** The bytes from the disk in percent of the crowd's bytes: above 100 because of the visitor's reads. */
        double fromDiskPercent() {
            return 100 * disk / crowd;
        }

        Figures figures() {
            return new Figures()
                    .put("alone", alone.members())
                    .put("beside", beside.members())
                    .put("refusedConnections", refused)
                    .put("failedReads", failed)
                    .put("failedReadsAlone", failedAlone)
                    .put("crowdsStreams", streams)
                    .put("crowdMBps", crowd)
                    .put("diskMBps", disk)
                    .put("dataNode", node);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        Map<String, String> settings = Map.of(
                "dfs.datanode.max.transfer.threads",
                Integer.toString(THREADS),
                // A thread that may pause for 5 s sends 64 KiB in 5 s: 4,096 of them would take two fifths of the disk.
                "hdfs.throttle.pacing.longest.sleep.read",
                "20s");
        SlowDiskCluster cluster = SlowDiskCluster.start(
                stage.with(stage.diskRate(), settings),
                DiskKind.STEADY,
                FILES + 1,
                FILE_BYTES,
                Map.of(),
                List.of("-Xmx1g"));
        cluster.terms(0, Map.of("priority", 1, "limit", (long) (CROWDS_PART * (stage.diskRate() << 20))));
        stage.say(
                "%d streams of a crowd; a visitor with %d threads that read %d KiB every %d ms each",
                THREADS, Visitor.THREADS, Visitor.PIECE >> 10, Visitor.PERIOD.toMillis());
        List<Run> off = new ArrayList<>(List.of(play(stage, cluster, false)));
        List<Run> on = new ArrayList<>();
        for (int i = 0; i < stage.repeats(); i++) {
            on.add(play(stage, cluster, true));
        }
        off.add(play(stage, cluster, false));
        double alone = Latencies.ofAll(off.stream().map(Run::alone).toList()).percentile(99);
        double noise = Statistics.noisePercent(each(off, Run::p99Alone));
        List<Double> times = each(on, run -> run.beside().percentile(99) / alone);
        List<Run> all = Stream.concat(off.stream(), on.stream()).toList();
        double rate = stage.diskRate() * (1 << 20) / MEGA;
        return new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("streams", THREADS)
                .figure("p99MillisAloneWithoutHook", alone)
                .figure("p99AloneWithoutHookNoisePercent", noise)
                .figure("besideTimesAloneWithoutHook", Statistics.smallIsGood(times))
                .figure(
                        "besideTimesAloneWithoutHookUncontrolled",
                        Statistics.smallIsGood(each(off, run -> run.beside().percentile(99) / alone)))
                .figure("uncontrolled", off.stream().map(Run::figures).toList())
                .figure("controlled", on.stream().map(Run::figures).toList())
                .atMost("visitor's connections that were refused", total(each(on, Run::refused)), 0)
                .atMost("visitor's reads that failed", total(each(on, Run::failed)), 0)
                .atMost(
                        "visitor's p99 beside the crowd, worst, times its p99 alone without the hook",
                        largest(times),
                        MOST_TIMES)
                .atMost(
                        Validity.VALID + "visitor's p99 alone without the hook, before and after, differs by, percent",
                        noise,
                        MOST_NOISE_PERCENT)
                .atMost(Validity.VALID + "visitor's reads that failed alone", total(each(all, Run::failedAlone)), 0)
                .atLeast(
                        Validity.VALID + "streams that the crowd has at the end, least",
                        smallest(each(all, Run::streams)),
                        THREADS)
                .atLeast(Validity.VALID + "the crowd gets something, least, MB/s", smallest(each(all, Run::crowd)), 1)
                .atLeast(
                        Validity.VALID + "the disk moved of what the crowd got, with the hook and without, least, %",
                        smallest(each(all, Run::fromDiskPercent)),
                        LEAST_FROM_DISK_PERCENT)
                .atLeast(
                        Validity.VALID + "the disk moved of its rate without the hook, least, %",
                        smallest(each(off, run -> 100 * run.disk() / rate)),
                        LEAST_OF_DISK_PERCENT)
                .atLeast(
                        Validity.VALID + "of the crowd's threads at rest with the hook, least, %",
                        smallest(each(on, Run::atRestPercent)),
                        LEAST_AT_REST_PERCENT)
                .chart(chart(off.get(0), on.get(0)));
    }

    private static Chart<?, ?> chart(Run off, Run on) {
        return Charts.logarithmicLines(
                "A visitor's reads, alone and beside a crowd that has taken every transfer thread",
                "percent of the reads",
                "took at most, ms",
                Map.of(
                        "alone, hook off", off.alone().line(),
                        "alone, hook on", on.alone().line(),
                        "beside the crowd, hook off", off.beside().line(),
                        "beside the crowd, hook on", on.beside().line()));
    }

    private static void settle(Visitor visitor, Duration settling) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(settling.toMillis());
        visitor.forget();
    }

    private static Run play(Stage stage, SlowDiskCluster cluster, boolean on) throws Exception {
        cluster.hook(on);
        Latencies alone;
        long failedAlone;
        try (Visitor visitor = cluster.visitor(VISITOR)) {
            settle(visitor, SETTLING);
            TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
            alone = visitor.latencies();
            failedAlone = visitor.failed();
        }
        try (Crowd crowd = cluster.crowd(FILES, THREADS)) {
            long refused = refusals(cluster);
            try (Visitor visitor = cluster.visitor(VISITOR)) {
                settle(visitor, SETTLING_OF_CROWD);
                long bytes = crowd.bytes();
                long read = cluster.disk().disk().bytesRead();
                long from = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
                double micros = (System.nanoTime() - from) / 1e3;
                Run run = new Run(
                        alone,
                        visitor.latencies(),
                        refusals(cluster) - refused,
                        visitor.failed(),
                        failedAlone,
                        crowd.streams(),
                        (crowd.bytes() - bytes) / micros,
                        (cluster.disk().disk().bytesRead() - read) / micros,
                        node(cluster, on));
                stage.say("%-4s %s", on ? "on" : "off", run.figures().members());
                return run;
            }
        }
    }

    /** The number of connections that the DataNode refused for lack of a thread since it was first started. */
    private static long refusals(SlowDiskCluster cluster) throws IOException {
        try (Stream<String> lines = Files.lines(cluster.dataNode().process().log())) {
            return lines.filter(line -> line.contains(REFUSAL)).count();
        }
    }

    /** The DataNode's memory, in MiB (proc(5), {@code status}). */
    private static long residentMebibytes(SlowDiskCluster cluster) throws IOException {
        String process = Long.toString(cluster.dataNode().process().pid());
        try (Stream<String> lines = Files.lines(Path.of("/proc", process, "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                    .sum();
        }
    }

    private static Map<String, Object> node(SlowDiskCluster cluster, boolean on) throws IOException {
        Figures node = new Figures()
                .put("transferThreads", cluster.transferThreads())
                .put("residentMiB", residentMebibytes(cluster));
        if (on) {
            HookFigures figures = cluster.figures();
            String crowd = SlowDiskCluster.named(0);
            node.put("lentSlots", figures.number("LentSlots"))
                    .put("sleepLimitMillis", figures.number("SleepLimitMillis"))
                    .put("longestSleepMillis", figures.number("LongestSleepMillis"))
                    .put("crowdsSlots", (long) figures.tenant(crowd, "slots"))
                    .put(SLEEPING, (long) figures.tenant(crowd, "sleeping"))
                    .put("errors", figures.number("Errors"));
        }
        return node.members();
    }
}
