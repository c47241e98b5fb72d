package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of tenants whose data is unevenly placed on three DataNodes: each one's total against its due of the whole
 * cluster.
 */
public final class ClusterShares {

    /** From a change to the first window. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    /** A newly started DataNode compiles its code while it serves the first files. */
    private static final Duration WARMING_UP = Duration.ofSeconds(30);

    /** The time over which a limit is kept, moves included. */
    private static final double LIMITED_SECONDS = 10;

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "cluster-shares",
                    "every tenant's total over three DataNodes is its share of the cluster, wherever its data lies",
                    ClusterShares::play,
                    RATE,
                    READAHEAD)
            .of(Stream.concat(ClusterCase.all(1).stream().map(ClusterCase::name), Stream.of(WanderingRun.NAME))
                    .toList())
            .usually(Scenario.RATE_OF_THREE_DISKS, Scenario.REQUESTS);

    private ClusterShares() {}

    /** The measurements of a case: windows of each phase, and each tenant's bytes all the time. */
    private record Measured(List<List<ClusterWindow>> byPhase, Timeline timeline) {}

    private static Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 1, Map.of(), ClusterCase.DATA);
        List<ClusterCase> cases = ClusterCase.all(nodes.rate()).stream()
                .filter(each -> stage.plays(each.name()))
                .toList();
        Outcome outcome = new Outcome().figure("diskMiBps", stage.diskRate());
        List<List<Measured>> measured = new ArrayList<>();
        for (boolean on : new boolean[] {false, true}) {
            nodes.hook(on);
            if (!cases.isEmpty()) {
                warmUp(nodes, cases.get(0).phases().get(0));
            }
            List<Measured> found = new ArrayList<>();
            for (ClusterCase each : cases) {
                found.add(measure(stage, nodes, each, on ? "on" : "off"));
            }
            measured.add(found);
            if (stage.plays(WanderingRun.NAME)) {
                WanderingRun.play(stage, nodes, on, outcome);
            }
        }
        outcome.figure("hookErrors", nodes.hookErrors())
                .atMost("errors that the hooks caught", (double) nodes.hookErrors(), 0);
        Map<String, List<Double>> errors = new LinkedHashMap<>();
        List<Chart<?, ?>> charts = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Measured off = measured.get(0).get(i);
            Measured on = measured.get(1).get(i);
            for (int phase = 0; phase < off.byPhase().size(); phase++) {
                String name = cases.get(i).name() + " "
                        + cases.get(i).phases().get(phase).name();
                errors.put(
                        name,
                        judge(
                                outcome,
                                name,
                                off.byPhase().get(phase),
                                on.byPhase().get(phase),
                                nodes.rate()));
            }
            charts.add(finish(outcome, cases.get(i), on.timeline()));
        }
        if (!errors.isEmpty()) {
            List<List<Double>> worst = List.copyOf(errors.values());
            outcome.chart(Charts.bars(
                    "The worst tenant's error, worst window",
                    "%",
                    List.copyOf(errors.keySet()),
                    Map.of("off", each(worst, both -> both.get(0)), "on", each(worst, both -> both.get(1)))));
        }
        charts.forEach(outcome::chart);
        return outcome;
    }

    /** Reads as in this phase, without measuring. */
    private static void warmUp(ThreeNodes nodes, Phase phase) throws IOException {
        phase.begin(nodes);
        List<Streams> reading = phase.readers().stream().map(nodes::start).toList();
        try {
            Rates.over(WARMING_UP, List.of());
        } finally {
            reading.parallelStream().forEach(Streams::close);
        }
    }

    /** Readers of two consecutive phases continue between them. */
    private static Measured measure(Stage stage, ThreeNodes nodes, ClusterCase each, String under) throws IOException {
        Map<Reader, Streams> reading = new LinkedHashMap<>();
        List<List<ClusterWindow>> byPhase = new ArrayList<>();
        PageCache.dropAll();
        try (Recorder recorder = Recorder.of(ClusterCase.DATA.size())) {
            for (Phase phase : each.phases()) {
                phase.begin(nodes);
                List<Reader> ending = reading.keySet().stream()
                        .filter(reader -> !phase.readers().contains(reader))
                        .toList();
                ending.parallelStream().forEach(reader -> reading.get(reader).close());
                ending.forEach(reading::remove);
                for (Reader reader : phase.readers()) {
                    if (!reading.containsKey(reader)) {
                        reading.put(reader, nodes.start(reader));
                        recorder.add(reader.tenant(), reading.get(reader));
                    }
                }
                Rates.over(SETTLING, List.of());
                List<ClusterWindow> windows = new ArrayList<>();
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    windows.add(ClusterWindow.measured(stage, nodes, phase, reading));
                    stage.say(
                            "%-4s %s, %s %s",
                            under,
                            each.name(),
                            phase.name(),
                            windows.get(repeat).line());
                }
                byPhase.add(windows);
            }
            recorder.check();
            return new Measured(byPhase, recorder.timeline());
        }
    }

    /** Adds figures and bars of a phase; returns the worst errors without the hook and with it. */
    private static List<Double> judge(
            Outcome outcome, String name, List<ClusterWindow> off, List<ClusterWindow> on, double rate) {
        double total = Window.leastTotalPercent(each(on, ClusterWindow::total), each(off, ClusterWindow::total));
        List<Double> worst = List.of(
                largest(each(off, ClusterWindow::worstErrorPercent)),
                largest(each(on, ClusterWindow::worstErrorPercent)));
        outcome.figure(
                        name,
                        new Figures()
                                .put("totalPercentOfUncontrolled", total)
                                .put("uncontrolled", ClusterWindow.figures(off))
                                .put("controlled", ClusterWindow.figures(on)))
                .atMost(name + ": worst error of a tenant's total, percent", worst.get(1), 2)
                .atLeast(name + ": total, percent of uncontrolled", total, 99)
                .bars(Validity.of(name + ": ", ofAllNodes(off), ofAllNodes(on), OptionalDouble.of(rate)));
        return worst;
    }

    private static List<Window> ofAllNodes(List<ClusterWindow> all) {
        return all.stream().flatMap(window -> window.nodes().stream()).toList();
    }

    /** Adds how a limit was kept; returns a chart of the tenants' totals. */
    private static Chart<?, ?> finish(Outcome outcome, ClusterCase each, Timeline timeline) {
        if (each.limited() >= 0) {
            double limit = each.phases().get(0).terms().get(each.limited()).limit();
            double most = timeline.mostIn(LIMITED_SECONDS, each.limited());
            outcome.figure(
                            each.name(),
                            new Figures().put("limitMBps", limit / MEGA).put("mostMBpsInAnyTenSeconds", most / MEGA))
                    .atMost("limit: most in any 10 s, moves included, percent of the limit", most / limit * 100, 102);
        }
        List<String> tenants = IntStream.range(0, ClusterCase.DATA.size())
                .mapToObj(tenant -> ThreeNodes.tenant(tenant) + ", "
                        + ClusterCase.DATA.get(tenant).title())
                .toList();
        return timeline.chart("hook on: " + each.name() + ", totals over all nodes", tenants, true);
    }
}
