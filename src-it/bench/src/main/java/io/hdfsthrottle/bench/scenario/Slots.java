package io.hdfsthrottle.bench;

import io.hdfsthrottle.cluster.HookFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A DataNode all of whose transfer threads a crowd has taken, and a visitor that wants to read now and then. */
final class Slots implements Scenario {

    private static final Duration SETTLING = Duration.ofSeconds(5);

    /** Each stream has the kernel read three quarters of a megabyte before it can be held back for the first time: 20 s of the disk. */
    private static final Duration SETTLING_OF_CROWD = Duration.ofSeconds(45);

    private static final String SLEEPING = "crowdsSleeping";
    private static final double MOST_TIMES = 2;

    /** A crowd that is not parked proves nothing. */
    private static final double LEAST_AT_REST_PERCENT = 90;

    @Override
    public String name() {
        return "slots";
    }

    @Override
    public String shows() {
        return "a crowd of 4,096 streams keeps nobody else from reading";
    }

    /** What one run found, with the hook off or on. */
    private record Run(
            Latencies alone,
            Latencies beside,
            long refused,
            long failed,
            double crowdMegabytes,
            double diskMegabytes,
            Map<String, Object> node) {

        double times() {
            return beside.percentile(99) / alone.percentile(99);
        }

        double atRestPercent() {
            return 100.0 * ((Number) node.get(SLEEPING)).longValue() / CrowdedCluster.MOST_THREADS;
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("alone", alone.members());
            members.put("beside", beside.members());
            members.put("refusedConnections", refused);
            members.put("failedReads", failed);
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
        List<Run> off = List.of(play(stage, cluster, false));
        List<Run> on = new ArrayList<>();
        for (int i = 0; i < stage.repeats(); i++) {
            on.add(play(stage, cluster, true));
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("streams", CrowdedCluster.MOST_THREADS);
        figures.put("uncontrolled", off.get(0).members());
        figures.put("controlled", on.stream().map(Run::members).toList());
        double crowd = Statistics.smallest(on.stream().map(Run::crowdMegabytes).toList());
        List<Bar> bars = List.of(
                Bar.atMost(
                        "visitor's connections that were refused",
                        on.stream().mapToDouble(Run::refused).sum(),
                        0),
                Bar.atMost(
                        "visitor's reads that failed",
                        on.stream().mapToDouble(Run::failed).sum(),
                        0),
                Bar.atMost(
                        "visitor's p99 beside the crowd, times its p99 alone, worst",
                        Statistics.largest(on.stream().map(Run::times).toList()),
                        MOST_TIMES),
                Bar.atLeast("valid run: the crowd gets something, MB/s", crowd, 1),
                Bar.atLeast(
                        "valid run: of the crowd's threads at rest, least, %",
                        Statistics.smallest(on.stream().map(Run::atRestPercent).toList()), LEAST_AT_REST_PERCENT));
        return new Outcome(figures, bars, List.of(SlotsChart.of(series(off.get(0), on.get(0)))));
    }

    private static Map<String, Latencies> series(Run off, Run on) {
        Map<String, Latencies> series = new LinkedHashMap<>();
        series.put("alone, hook off", off.alone());
        series.put("alone, hook on", on.alone());
        series.put("beside the crowd, hook off", off.beside());
        series.put("beside the crowd, hook on", on.beside());
        return series;
    }

    private static Run play(Stage stage, CrowdedCluster cluster, boolean on) throws Exception {
        cluster.hook(on);
        Latencies alone;
        long failed;
        try (Visitor visitor = cluster.visitor()) {
            alone = watched(stage, visitor);
            failed = visitor.failed();
        }
        long refusedBefore;
        try (Crowd crowd = cluster.crowd(CrowdedCluster.MOST_THREADS)) {
            refusedBefore = cluster.refusals();
            try (Visitor visitor = cluster.visitor()) {
                TimeUnit.MILLISECONDS.sleep(SETTLING_OF_CROWD.toMillis());
                visitor.forget();
                long bytes = crowd.bytes();
                long read = cluster.bytesRead();
                long from = System.nanoTime();
                TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
                double micros = (System.nanoTime() - from) / 1e3;
                double crowdMegabytes = (crowd.bytes() - bytes) / micros;
                double diskMegabytes = (cluster.bytesRead() - read) / micros;
                Latencies beside = new Latencies(visitor.millis());
                if (on && crowd.streams() < CrowdedCluster.MOST_THREADS) {
                    stage.say("INVALID: only %d of the crowd are left", crowd.streams());
                }
                Map<String, Object> node = node(cluster, on);
                Run run = new Run(
                        alone,
                        beside,
                        cluster.refusals() - refusedBefore,
                        failed + visitor.failed(),
                        crowdMegabytes,
                        diskMegabytes,
                        node);
                say(stage, on, run);
                return run;
            }
        }
    }

    private static Latencies watched(Stage stage, Visitor visitor) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(SETTLING.toMillis());
        visitor.forget();
        TimeUnit.MILLISECONDS.sleep(stage.window().toMillis());
        return new Latencies(visitor.millis());
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
                "%-4s p50 %7.1f to %8.1f ms  p99 %7.1f to %8.1f ms (%.1f times, %d reads)  refused %d  failed %d  crowd %.1f MB/s  disk %.1f MB/s  %s",
                on ? "on" : "off",
                run.alone().percentile(50),
                run.beside().percentile(50),
                run.alone().percentile(99),
                run.beside().percentile(99),
                run.times(),
                run.beside().millis().size(),
                run.refused(),
                run.failed(),
                run.crowdMegabytes(),
                run.diskMegabytes(),
                run.node());
    }
}
