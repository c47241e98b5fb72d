package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Scenario of a DataNode on a slow disk whose transfer threads are all taken by a crowd, and a visitor that reads at
 * intervals. Everything is cold.
 */
public final class Slots {

    /** The limit on the DataNode's transfer threads, and the streams of the crowd. */
    private static final int THREADS = 4096;

    /** The crowd's files are those of the first tenants, and it works for the first. */
    private static final int FILES = 4;

    private static final int FILE_BYTES = 1 << 30;
    private static final Map<String, String> SETTINGS = Map.of(
            "dfs.datanode.max.transfer.threads",
            Integer.toString(THREADS),
            // A thread that may pause for 5 s sends 64 KiB in 5 s: 4,096 of them would take two fifths of the disk.
            "hdfs.throttle.pacing.longest.sleep.read",
            "20s");

    /** The crowd's limit as a fraction of the disk: low, so that nearly all of it is parked. */
    private static final double CROWDS_PART = 0.2;

    private static final int SETTLING_SECONDS = 5;

    /**
     * Each stream makes the kernel read three quarters of a megabyte before it can first be throttled: 20 s of the
     * disk.
     */
    private static final int SETTLING_SECONDS_OF_CROWD = 45;

    private static final String SLEEPING = "crowdsSleeping";

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "slots",
            "a crowd of 4,096 streams keeps no other client from reading",
            Slots::play,
            RATE,
            READAHEAD,
            NATIVE);

    private Slots() {}

    /** What a visitor saw. */
    private record Seen(Latencies reads, long failed) {}

    /** The results of one run, with the hook off or on; rates in MB/s. */
    private record Run(
            Seen alone, Seen beside, long refused, int streams, double crowd, double disk, Map<String, Object> node) {

        double p99Alone() {
            return alone.reads().percentile(99);
        }

        double p99Beside() {
            return beside.reads().percentile(99);
        }

        double atRestPercent() {
            return 100.0 * ((Number) node.get(SLEEPING)).longValue() / THREADS;
        }

        Figures figures() {
            return new Figures()
                    .put("alone", alone.reads().members())
                    .put("beside", beside.reads().members())
                    .put("refusedConnections", refused)
                    .put("failedReads", beside.failed())
                    .put("failedReadsAlone", alone.failed())
                    .put("crowdsStreams", streams)
                    .put("crowdMBps", crowd)
                    .put("diskMBps", disk)
                    .put("dataNode", node);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(
                stage.with(stage.diskRate(), SETTINGS),
                DiskKind.STEADY,
                FILES + 1,
                FILE_BYTES,
                Map.of(),
                List.of("-Xmx1g"));
        cluster.terms(0, Map.of("priority", 1, "limit", (long) (CROWDS_PART * (stage.diskRate() << 20))));
        List<Run> off = new ArrayList<>(List.of(play(stage, cluster, false)));
        List<Run> on = new ArrayList<>();
        for (int i = 0; i < stage.repeats(); i++) {
            on.add(play(stage, cluster, true));
        }
        off.add(play(stage, cluster, false));
        List<Latencies> baselines = off.stream().map(run -> run.alone().reads()).toList();
        double alone = Latencies.ofAll(baselines).percentile(99);
        double noise = Statistics.noisePercent(each(off, Run::p99Alone));
        List<Double> times = each(on, run -> run.p99Beside() / alone);
        List<Run> all = Stream.concat(off.stream(), on.stream()).toList();
        double rate = stage.diskRate() * (1 << 20) / MEGA;
        Outcome outcome = new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("streams", THREADS)
                .figure("p99MillisAloneWithoutHook", alone)
                .figure("p99AloneWithoutHookNoisePercent", noise)
                .small("besideTimesAloneWithoutHook", times)
                .small("besideTimesAloneWithoutHookUncontrolled", each(off, run -> run.p99Beside() / alone))
                .figure("uncontrolled", off.stream().map(Run::figures).toList())
                .figure("controlled", on.stream().map(Run::figures).toList());
        outcome.atMost("visitor's connections that were refused", each(on, Run::refused), 0);
        outcome.atMost(
                "visitor's reads that failed", each(on, run -> run.beside().failed()), 0);
        outcome.atMost("visitor's p99 beside the crowd, worst, times its p99 alone without the hook", times, 2);
        // A baseline lengthened by one disturbance would make every ratio small.
        String before = "visitor's p99 alone without the hook, before and after, differs by, percent";
        outcome.atMost(Validity.VALID + before, noise, 50);
        outcome.atMost(
                Validity.VALID + "visitor's reads that failed alone",
                each(all, run -> run.alone().failed()),
                0);
        String streams = "streams that the crowd has at the end, least";
        outcome.atLeast(Validity.VALID + streams, each(all, Run::streams), THREADS);
        outcome.atLeast(Validity.VALID + "the crowd gets something, least, MB/s", each(all, Run::crowd), 1);
        // A crowd that reads from the page cache delays no other client, and need not be throttled. The percentage may
        // be above 100 because of the visitor's reads.
        String cold = "the disk moved of what the crowd got, with the hook and without, least, %";
        outcome.atLeast(Validity.VALID + cold, each(all, run -> 100 * run.disk() / run.crowd()), 90);
        // Without the hook the crowd uses the disk's whole capacity; with it, one that is not parked proves nothing.
        String whole = "the disk moved of its rate without the hook, least, %";
        outcome.atLeast(Validity.VALID + whole, each(off, run -> 100 * run.disk() / rate), 90);
        String resting = "of the crowd's threads at rest with the hook, least, %";
        outcome.atLeast(Validity.VALID + resting, each(on, Run::atRestPercent), 90);
        return outcome.chart(Charts.logarithmicLines(
                "A visitor's reads, alone and beside a crowd that has taken every transfer thread",
                "percent of the reads",
                "took at most, ms",
                Map.of(
                        "alone, hook off", off.get(0).alone().reads().line(),
                        "alone, hook on", on.get(0).alone().reads().line(),
                        "beside the crowd, hook off",
                                off.get(0).beside().reads().line(),
                        "beside the crowd, hook on", on.get(0).beside().reads().line())));
    }

    /** Watches a visitor in a window after it has settled; the other measurement begins with the window. */
    private static Seen visited(Stage stage, SlowDiskCluster cluster, int settlingSeconds, Runnable beginning)
            throws Exception {
        try (Visitor visitor = cluster.visitor(FILES)) {
            TimeUnit.SECONDS.sleep(settlingSeconds);
            visitor.forget();
            beginning.run();
            TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
            return new Seen(visitor.latencies(), visitor.failed());
        }
    }

    private static Run play(Stage stage, SlowDiskCluster cluster, boolean on) throws Exception {
        cluster.hook(on);
        Seen alone = visited(stage, cluster, SETTLING_SECONDS, () -> {});
        try (Crowd crowd = cluster.crowd(FILES, THREADS)) {
            long refused = refusals(cluster);
            long[] before = new long[3];
            Seen beside = visited(stage, cluster, SETTLING_SECONDS_OF_CROWD, () -> {
                before[0] = crowd.bytes();
                before[1] = cluster.disk().disk().bytesRead();
                before[2] = System.nanoTime();
            });
            double micros = (System.nanoTime() - before[2]) / 1e3;
            double got = (crowd.bytes() - before[0]) / micros;
            double read = (cluster.disk().disk().bytesRead() - before[1]) / micros;
            refused = refusals(cluster) - refused;
            Run run = new Run(alone, beside, refused, crowd.streams(), got, read, node(cluster, on));
            stage.say("%-4s %s", on ? "on" : "off", run.figures().members());
            return run;
        }
    }

    /** The number of connections that the DataNode refused for lack of a thread since it was first started. */
    private static long refusals(SlowDiskCluster cluster) throws IOException {
        try (Stream<String> lines = Files.lines(cluster.dataNode().process().log())) {
            return lines.filter(line -> line.contains("exceeds the limit of concurrent xceivers"))
                    .count();
        }
    }

    /** The state of the DataNode; its memory according to proc(5), {@code status}. */
    private static Map<String, Object> node(SlowDiskCluster cluster, boolean on) throws IOException {
        String process = Long.toString(cluster.dataNode().process().pid());
        String status = Files.readString(Path.of("/proc", process, "status"));
        long residentKib = Long.parseLong(status.replaceFirst("(?s).*VmRSS:\\s+(\\d+).*", "$1"));
        Figures node =
                new Figures().put("transferThreads", cluster.transferThreads()).put("residentMiB", residentKib >> 10);
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
