package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.noisePercent;
import static io.hdfsthrottle.bench.report.Validity.VALID;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.load.Crowd;
import io.hdfsthrottle.bench.load.Requests;
import io.hdfsthrottle.bench.load.SlowDiskCluster;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Latencies;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.knowm.xchart.XYChart;

/** Scenario of a DataNode whose transfer threads are all taken by a crowd, and a visitor at intervals. All is cold. */
public record Slots(Stage stage, SlowDiskCluster cluster) {

    private static final int THREADS = 4096; // the DataNode's limit, and the streams of the crowd
    private static final int FILES = 4; // of the crowd: those of the first tenants; it works for the first
    private static final Map<String, String> SETTINGS = Map.of(
            "dfs.datanode.max.transfer.threads",
            Integer.toString(THREADS),
            // A thread that may pause for 5 s sends 64 KiB in 5 s: 4,096 of them would take two fifths of the disk.
            "hdfs.throttle.pacing.longest.sleep",
            "20s");

    public static final Scenario SCENARIO =
            Scenario.onDisk("slots", "a crowd of 4,096 streams keeps no other client from reading", Slots::play);

    private record Run(
            Latencies alone,
            Latencies beside,
            long failedAlone,
            long failedBeside,
            long refused,
            int crowdsStreams,
            double crowdMBps,
            double diskMBps,
            double movedPercent,
            Map<String, Long> dataNode) {}

    private static Outcome play(Stage stage) throws Exception {
        SlowDiskCluster cluster = SlowDiskCluster.start(
                stage.with(stage.diskRate(), SETTINGS), DiskKind.STEADY, FILES + 1, 1 << 30, Map.of(), "-Xmx1g");
        double rate = stage.bytesPerSecond();
        // The crowd's limit is so low that nearly all of it is parked.
        cluster.terms(0, Map.of("priority", 1, "limitBytesPerSecond", (long) (0.2 * rate)));
        Slots slots = new Slots(stage, cluster);
        Run before = slots.play(false);
        List<Run> on = Runs.of(stage, "on", () -> slots.play(true));
        List<Run> off = List.of(before, slots.play(false));
        List<Run> all = Stream.concat(off.stream(), on.stream()).toList();
        double alone = Latencies.ofAll(off.stream().map(Run::alone)).percentile(99);
        List<Double> times = each(on, run -> run.beside().percentile(99) / alone);
        List<Double> uncontrolled = each(off, run -> run.beside().percentile(99) / alone);
        List<Double> moved = each(all, Run::movedPercent);
        List<Double> resting = each(on, run -> 100.0 * run.dataNode().get("crowdsSleeping") / THREADS);
        List<Double> whole = each(off, run -> 100 * run.diskMBps() * MEGA / rate);
        // A baseline lengthened by one disturbance would make every ratio small.
        double noise = noisePercent(each(off, run -> run.alone().percentile(99)));
        XYChart chart = Charts.lines(
                "A visitor's reads, alone and beside a crowd that has taken every transfer thread",
                "percent of the reads",
                "took at most, ms",
                Map.of(
                        "alone, hook off", before.alone().line(),
                        "alone, hook on", on.get(0).alone().line(),
                        "beside the crowd, hook off", before.beside().line(),
                        "beside the crowd, hook on", on.get(0).beside().line()));
        chart.getStyler().setYAxisLogarithmic(true);
        return new Outcome()
                .figure("p99MillisAloneWithoutHook", alone)
                .small("besideTimesAloneWithoutHookUncontrolled", uncontrolled)
                .figure("uncontrolled", off)
                .figure("controlled", on)
                .atMost("visitor's connections that were refused", each(on, Run::refused), 0)
                .atMost("visitor's reads that failed", each(on, Run::failedBeside), 0)
                .atMost("visitor's p99 beside the crowd, worst, times its p99 alone without the hook", times, 2)
                .atMost(
                        VALID + "visitor's p99 alone without the hook, before and after, differs by, percent",
                        noise,
                        50)
                .atMost(VALID + "visitor's reads that failed alone", each(all, Run::failedAlone), 0)
                .atLeast(VALID + "streams that the crowd has at the end, least", each(all, Run::crowdsStreams), THREADS)
                .atLeast(VALID + "the crowd gets something, least, MB/s", each(all, Run::crowdMBps), 1)
                // A crowd that reads from the page cache delays no other client, and need not be throttled. The
                // percentage may be above 100 because of the visitor's reads.
                .atLeast(VALID + "the disk moved of what the crowd got, with the hook and without, least, %", moved, 90)
                // Without the hook the crowd uses the whole disk; with it, one that is not parked proves nothing.
                .atLeast(VALID + "the disk moved of its rate without the hook, least, %", whole, 90)
                .atLeast(VALID + "of the crowd's threads at rest with the hook, least, %", resting, 90)
                .chart(chart);
    }

    private Run play(boolean on) throws Exception {
        cluster.hook(on);
        Latencies alone;
        long failed;
        try (Requests visitor = cluster.visitor(FILES)) {
            TimeUnit.SECONDS.sleep(5);
            visitor.forget();
            TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
            alone = visitor.latencies();
            failed = visitor.failed();
        }
        try (Crowd crowd = cluster.crowd(FILES, THREADS)) {
            long refused = refusals();
            try (Requests visitor = cluster.visitor(FILES)) {
                // Before it can first be throttled, each stream makes the kernel read 3/4 of a megabyte: 20 s in all.
                TimeUnit.SECONDS.sleep(45);
                visitor.forget();
                List<DoubleSupplier> counters =
                        List.of(crowd::bytes, cluster.disk().disk()::bytesRead);
                List<Double> grown = Stage.growth(stage.window(), counters);
                double got = grown.get(0) / MEGA;
                double read = grown.get(1) / MEGA;
                return new Run(
                        alone,
                        visitor.latencies(),
                        failed,
                        visitor.failed(),
                        refusals() - refused,
                        crowd.streams(),
                        got,
                        read,
                        100 * read / got,
                        node(on));
            }
        }
    }

    /** The number of connections that the DataNode refused for lack of a thread since it was first started. */
    private long refusals() throws IOException {
        try (Stream<String> lines =
                Files.lines(cluster.cluster().dataNode().process().log())) {
            return lines.filter(line -> line.contains("exceeds the limit of concurrent xceivers"))
                    .count();
        }
    }

    /** The state of the DataNode; its memory according to proc(5), {@code status}. */
    private Map<String, Long> node(boolean on) throws IOException {
        long process = cluster.cluster().dataNode().process().pid();
        String status = Files.readString(Path.of("/proc/" + process + "/status"));
        Map<String, Long> node = new LinkedHashMap<>();
        node.put("transferThreads", (long) cluster.transferThreads());
        node.put("residentKiB", Long.parseLong(status.replaceFirst("(?s).*VmRSS:\\s+(\\d+).*", "$1")));
        if (on) {
            HookFigures figures = cluster.cluster().figures();
            for (String each : List.of("LentSlots", "SleepLimitMillis", "LongestSleepMillis", "Errors")) {
                node.put(each, figures.number(each));
            }
            node.put("crowdsSlots", (long) figures.tenant(SlowDiskCluster.named(0), "slots"));
            node.put("crowdsSleeping", (long) figures.tenant(SlowDiskCluster.named(0), "sleeping"));
        }
        return node;
    }
}
