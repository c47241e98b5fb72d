package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.cluster.PhaseRun.Measured;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario of tenants whose data is unevenly placed on three DataNodes: each one's total against its due of the whole
 * cluster.
 */
public final class ClusterShares implements Scenario {

    @Override
    public String name() {
        return "cluster-shares";
    }

    @Override
    public String shows() {
        return "every tenant's total over three DataNodes is its share of the cluster, wherever its data lies";
    }

    @Override
    public List<String> cases() {
        return Stream.concat(ClusterCase.all(1).stream().map(ClusterCase::name), Stream.of(ClusterCase.WANDERING))
                .toList();
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD);
    }

    @Override
    public int usualRate() {
        return Scenario.RATE_OF_THREE_DISKS;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 1, Map.of(), ClusterCase.DATA);
        List<ClusterCase> cases = ClusterCase.all(nodes.rate()).stream()
                .filter(each -> stage.plays(each.name()))
                .toList();
        nodes.hook(false);
        Pass off = pass(stage, nodes, cases, "off");
        nodes.hook(true);
        Pass on = pass(stage, nodes, cases, "on");
        long errors = nodes.hookErrors();
        return outcome(stage, nodes.rate(), cases, off, on, errors);
    }

    /** All cases, once. */
    private record Pass(List<Measured> measured, Optional<WanderingRun.Found> wandering) {}

    private static Pass pass(Stage stage, ThreeNodes nodes, List<ClusterCase> cases, String under) throws Exception {
        PhaseRun run = new PhaseRun(stage, nodes, under);
        if (!cases.isEmpty()) {
            run.warmUp(cases.get(0).phases().get(0));
        }
        List<Measured> measured = new ArrayList<>();
        for (ClusterCase each : cases) {
            measured.add(run.measure(each));
        }
        Optional<WanderingRun.Found> wandering = stage.plays(ClusterCase.WANDERING)
                ? Optional.of(new WanderingRun(stage, nodes).play(under))
                : Optional.empty();
        return new Pass(measured, wandering);
    }

    private static Outcome outcome(
            Stage stage, double rate, List<ClusterCase> cases, Pass off, Pass on, long hookErrors) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("hookErrors", hookErrors);
        List<Bar> bars = new ArrayList<>();
        List<Bar> validity = new ArrayList<>();
        List<Chart<?, ?>> charts = new ArrayList<>();
        List<PhaseFindings> all = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            ClusterCase each = cases.get(i);
            for (int phase = 0; phase < each.phases().size(); phase++) {
                PhaseFindings found = new PhaseFindings(
                        each.name() + " " + each.phases().get(phase).name(),
                        each.phases().get(phase),
                        off.measured().get(i).byPhase().get(phase),
                        on.measured().get(i).byPhase().get(phase));
                all.add(found);
                figures.put(found.name(), found.members());
                bars.addAll(found.bars());
                validity.addAll(found.validity(rate));
            }
            Timeline timeline = on.measured().get(i).timeline();
            if (each.limited() >= 0) {
                double limit = each.phases().get(0).terms().get(each.limited()).limit();
                LimitFindings found = LimitFindings.of(limit, each.limited(), timeline);
                figures.put(each.name(), found.members());
                bars.add(found.bar());
            }
            charts.add(chart("hook on: " + each.name() + ", totals over all nodes", timeline));
        }
        on.wandering().ifPresent(found -> bars.add(found.bar()));
        off.wandering().ifPresent(found -> figures.put("wandering, uncontrolled", found.members()));
        on.wandering().ifPresent(found -> figures.put("wandering, controlled", found.members()));
        bars.add(Bar.atMost("errors that the hooks caught", (double) hookErrors, 0));
        bars.addAll(validity);
        charts.add(0, errors(all));
        return new Outcome(figures, bars, charts);
    }

    private static Chart<?, ?> errors(List<PhaseFindings> all) {
        return Charts.bars(
                "The worst tenant's error, worst window",
                "%",
                all.isEmpty()
                        ? List.of("none")
                        : all.stream().map(PhaseFindings::name).toList(),
                Map.of(
                        "off", worst(all, false),
                        "on", worst(all, true)));
    }

    private static List<Double> worst(List<PhaseFindings> all, boolean on) {
        return all.isEmpty()
                ? List.of(0.0)
                : all.stream()
                        .map(found -> Statistics.largest(found.errors(on ? found.on() : found.off())))
                        .toList();
    }

    private static Chart<?, ?> chart(String title, Timeline timeline) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        for (int tenant = 0; tenant < ClusterCase.DATA.size(); tenant++) {
            lines.put(
                    ThreeNodes.tenant(tenant) + ", "
                            + ClusterCase.DATA.get(tenant).title(),
                    timeline.line(tenant));
        }
        lines.put("total", timeline.totalLine());
        return Charts.lines(title, "seconds", "MB/s, 200 ms average", lines);
    }
}
