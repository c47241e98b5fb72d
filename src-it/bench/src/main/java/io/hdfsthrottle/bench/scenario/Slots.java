package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Crowd;
import io.hdfsthrottle.bench.load.CrowdedCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Visitor;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.knowm.xchart.internal.chartpart.Chart;

/** Scenario of a DataNode whose transfer threads are all taken by a crowd, and a visitor that reads at intervals. */
public final class Slots implements Scenario {

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

    @Override
    public String name() {
        return "slots";
    }

    @Override
    public String shows() {
        return "a crowd of 4,096 streams keeps no other client from reading";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.NATIVE);
    }

    /** The results of one run, with the hook off or on. */
    private record Run(
            Latencies alone,
            Latencies beside,
            long refused,
            long failed,
            long failedAlone,
            int crowdsStreams,
            double crowdMegabytes,
            double diskMegabytes,
            Map<String, Object> node) {

        double atRestPercent() {
            return 100.0 * ((Number) node.get(SLEEPING)).longValue() / CrowdedCluster.MOST_THREADS;
        }

        /** The bytes from the disk in percent of the crowd's bytes: above 100 because of the visitor's reads. */
        double fromDiskPercent() {
            return 100.0 * diskMegabytes / crowdMegabytes;
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("alone", alone.members());
            members.put("beside", beside.members());
            members.put("refusedConnections", refused);
            members.put("failedReads", failed);
            members.put("failedReadsAlone", failedAlone);
            members.put("crowdsStreams", crowdsStreams);
            members.put("crowdMBps", Statistics.rounded(crowdMegabytes));
            members.put("diskMBps", Statistics.rounded(diskMegabytes));
            members.put("dataNode", node);
            return members;
        }
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        CrowdedCluster cluster = CrowdedCluster.start(stage);
        stage.say(
                "%d streams of a crowd; a visitor with %d threads that read %d KiB every %d ms each",
                CrowdedCluster.MOST_THREADS, Visitor.THREADS, Visitor.PIECE >> 10, Visitor.PERIOD.toMillis());
        List<Run> off = new ArrayList<>();
        off.add(play(stage, cluster, false));
        List<Run> on = new ArrayList<>();
        for (int i = 0; i < stage.repeats(); i++) {
            on.add(play(stage, cluster, true));
        }
        off.add(play(stage, cluster, false));
        double alone = Latencies.ofAll(off.stream().map(Run::alone).toList()).percentile(99);
        List<Double> times = times(on, alone);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("streams", CrowdedCluster.MOST_THREADS);
        figures.put("p99MillisAloneWithoutHook", Statistics.jsonNumber(alone));
        figures.put("p99AloneWithoutHookNoisePercent", Statistics.jsonNumber(noisePercent(off)));
        figures.put("besideTimesAloneWithoutHook", Statistics.smallIsGood(times));
        figures.put("besideTimesAloneWithoutHookUncontrolled", Statistics.smallIsGood(times(off, alone)));
        figures.put("uncontrolled", off.stream().map(Run::members).toList());
        figures.put("controlled", on.stream().map(Run::members).toList());
        return new Outcome(figures, bars(off, on, times, stage.diskRate()), List.of(chart(off.get(0), on.get(0))));
    }

    private static double noisePercent(List<Run> off) {
        return Statistics.noisePercent(
                off.stream().map(run -> run.alone().percentile(99)).toList());
    }

    private static List<Double> times(List<Run> runs, double alone) {
        return runs.stream().map(run -> run.beside().percentile(99) / alone).toList();
    }

    private static List<Bar> bars(List<Run> off, List<Run> on, List<Double> times, int diskRate) {
        List<Run> all = new ArrayList<>(off);
        all.addAll(on);
        return List.of(
                Bar.atMost(
                        "visitor's connections that were refused",
                        on.stream().mapToDouble(Run::refused).sum(),
                        0),
                Bar.atMost(
                        "visitor's reads that failed",
                        on.stream().mapToDouble(Run::failed).sum(),
                        0),
                Bar.atMost(
                        "visitor's p99 beside the crowd, worst, times its p99 alone without the hook",
                        Statistics.largest(times),
                        MOST_TIMES),
                Bar.atMost(
                        Validity.VALID + "visitor's p99 alone without the hook, before and after, differs by, percent",
                        noisePercent(off),
                        MOST_NOISE_PERCENT),
                Bar.atMost(
                        Validity.VALID + "visitor's reads that failed alone",
                        all.stream().mapToDouble(Run::failedAlone).sum(),
                        0),
                Bar.atLeast(
                        Validity.VALID + "streams that the crowd has at the end, least",
                        Statistics.smallest(all.stream()
                                .map(run -> (double) run.crowdsStreams())
                                .toList()),
                        CrowdedCluster.MOST_THREADS),
                Bar.atLeast(
                        Validity.VALID + "the crowd gets something, least, MB/s",
                        Statistics.smallest(
                                all.stream().map(Run::crowdMegabytes).toList()),
                        1),
                Bar.atLeast(
                        Validity.VALID + "the disk moved of what the crowd got, with the hook and without, least, %",
                        Statistics.smallest(
                                all.stream().map(Run::fromDiskPercent).toList()),
                        LEAST_FROM_DISK_PERCENT),
                Bar.atLeast(
                        Validity.VALID + "the disk moved of its rate without the hook, least, %",
                        Statistics.smallest(off.stream()
                                .map(run -> 100.0 * run.diskMegabytes() * 1e6 / ((long) diskRate << 20))
                                .toList()),
                        LEAST_OF_DISK_PERCENT),
                Bar.atLeast(
                        Validity.VALID + "of the crowd's threads at rest with the hook, least, %",
                        Statistics.smallest(on.stream().map(Run::atRestPercent).toList()),
                        LEAST_AT_REST_PERCENT));
    }

    private static Chart<?, ?> chart(Run off, Run on) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        lines.put("alone, hook off", off.alone().line());
        lines.put("alone, hook on", on.alone().line());
        lines.put("beside the crowd, hook off", off.beside().line());
        lines.put("beside the crowd, hook on", on.beside().line());
        return Charts.logarithmicLines(
                "A visitor's reads, alone and beside a crowd that has taken every transfer thread",
                "percent of the reads",
                "took at most, ms",
                lines);
    }

    private static Run play(Stage stage, CrowdedCluster cluster, boolean on) throws Exception {
        cluster.hook(on);
        Latencies alone;
        long failedAlone;
        try (Visitor visitor = cluster.visitor()) {
            TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
            visitor.forget();
            TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
            alone = visitor.latencies();
            failedAlone = visitor.failed();
        }
        try (Crowd crowd = cluster.crowd(CrowdedCluster.MOST_THREADS)) {
            long refusedBefore = cluster.refusals();
            try (Visitor visitor = cluster.visitor()) {
                TimeUnit.MILLISECONDS.sleep(SETTLING_OF_CROWD.toMillis());
                visitor.forget();
                long bytes = crowd.bytes();
                long read = cluster.bytesRead();
                long from = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
                double micros = (System.nanoTime() - from) / 1e3;
                Run run = new Run(
                        alone,
                        visitor.latencies(),
                        cluster.refusals() - refusedBefore,
                        visitor.failed(),
                        failedAlone,
                        crowd.streams(),
                        (crowd.bytes() - bytes) / micros,
                        (cluster.bytesRead() - read) / micros,
                        node(cluster, on));
                say(stage, on, run);
                return run;
            }
        }
    }

    private static Map<String, Object> node(CrowdedCluster cluster, boolean on) throws IOException {
        Map<String, Object> node = new LinkedHashMap<>();
        node.put("transferThreads", cluster.transferThreads());
        node.put("residentMiB", cluster.residentMebibytes());
        if (on) {
            HookFigures figures = cluster.figures();
            node.put("lentSlots", figures.number("LentSlots"));
            node.put("sleepLimitMillis", figures.number("SleepLimitMillis"));
            node.put("longestSleepMillis", figures.number("LongestSleepMillis"));
            node.put("crowdsSlots", (long) figures.tenant("crowd", "slots"));
            node.put(SLEEPING, (long) figures.tenant("crowd", "sleeping"));
            node.put("errors", figures.number("Errors"));
        }
        return node;
    }

    private static void say(Stage stage, boolean on, Run run) {
        stage.say(
                "%-4s p50 %7.1f to %8.1f ms  p99 %7.1f to %8.1f ms (%d reads)  refused %d  failed %d  crowd %.1f MB/s  disk %.1f MB/s  %s",
                on ? "on" : "off",
                run.alone().percentile(50),
                run.beside().percentile(50),
                run.alone().percentile(99),
                run.beside().percentile(99),
                run.beside().count(),
                run.refused(),
                run.failed(),
                run.crowdMegabytes(),
                run.diskMegabytes(),
                run.node());
    }
}
