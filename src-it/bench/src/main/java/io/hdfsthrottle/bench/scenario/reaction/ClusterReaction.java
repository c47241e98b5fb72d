package io.hdfsthrottle.bench.scenario.reaction;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Placement;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures how soon all nodes apply a changed priority, and how soon after the leading coordinator was
 * killed.
 */
public final class ClusterReaction implements Scenario {

    private static final long SEED = 20_261_124;
    private static final String CHANGES = "changes";
    private static final String FAILOVER = "failover";
    private static final int USUAL_CHANGES = 100;
    private static final double MOST_MILLIS = 1_000;
    private static final double MOST_MILLIS_AFTER_FAULT = 5_000;

    /** How soon a silent coordinator is replaced: the least that ZooKeeper allows with the rig's ticks of a second. */
    private static final String SESSION_TIMEOUT = "2s";

    private static final List<Placement> DATA = List.of(Placement.of(1, 1, 1), Placement.of(1, 1, 1));

    @Override
    public String name() {
        return "cluster-reaction";
    }

    @Override
    public String shows() {
        return "a changed priority is on every node within a second, and within five after the leader was killed";
    }

    @Override
    public List<String> cases() {
        return List.of(CHANGES, FAILOVER);
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD, Choice.COUNT);
    }

    @Override
    public int usualRate() {
        return RATE_OF_THREE_DISKS;
    }

    @Override
    public int usualCount() {
        return USUAL_CHANGES;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 2, Map.of("zookeeper.session.timeout", SESSION_TIMEOUT), DATA);
        nodes.hook(true);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", stage.diskRate());
        figures.put("seed", SEED);
        figures.put("zooKeeperSessionTimeout", SESSION_TIMEOUT);
        List<Bar> bars = new ArrayList<>();
        List<Chart<?, ?>> charts = new ArrayList<>();
        if (stage.plays(CHANGES)) {
            try (Changes changes = Changes.begin(nodes, SEED)) {
                stage.say("%d changes of a priority, seed %d ...", stage.count(), SEED);
                List<Change> made = changes.make(stage.count());
                changes(stage, made, changes.timeline(), nodes.nodes().size(), figures, bars, charts);
                bars.add(Bar.atMost("changes: reads that failed", changes.failedReads(), 0));
            }
        }
        if (stage.plays(FAILOVER)) {
            try (Changes changes = Changes.begin(nodes, SEED + 1)) {
                List<Failover.Found> found = Failover.play(stage, nodes, changes);
                figures.put(FAILOVER, Failover.members(found));
                bars.add(Bar.atMost(
                        "failover: from the leader's end to right shares on every node, worst, ms",
                        Statistics.largest(Failover.each(found, Failover.Found::right)),
                        MOST_MILLIS_AFTER_FAULT));
                bars.add(Bar.atMost("failover: reads that failed", changes.failedReads(), 0));
                charts.add(chart("The leader is killed", changes.timeline()));
            }
        }
        bars.add(Bar.atMost("errors that the hooks caught", (double) nodes.hookErrors(), 0));
        return new Outcome(figures, bars, charts);
    }

    private static void changes(
            Stage stage,
            List<Change> made,
            Timeline timeline,
            int nodes,
            Map<String, Object> figures,
            List<Bar> bars,
            List<Chart<?, ?>> charts) {
        List<Double> millis = made.stream()
                .map(change -> change.millis(timeline, nodes, change.at()))
                .toList();
        double half = percentile(millis, 50);
        double most = percentile(millis, 99);
        stage.say("slowest node of each change: p50 %.0f ms, p99 %.0f ms", half, most);
        figures.put("changes", millis.size());
        figures.put("p50Millis", Statistics.jsonNumber(half));
        figures.put("p99Millis", Statistics.jsonNumber(most));
        figures.put("millis", Statistics.smallIsGood(millis));
        bars.add(Bar.atMost("PUT to 95 % of the new share on every node, p50, ms", half, MOST_MILLIS));
        bars.add(Bar.atMost("PUT to 95 % of the new share on every node, p99, ms", most, MOST_MILLIS));
        List<Double> seen = millis.stream().filter(Double::isFinite).sorted().toList();
        List<Double> percents = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            percents.add((i + 1) * 100.0 / millis.size());
        }
        charts.add(Charts.lines(
                "From PUT to 95 % of the new share on every node",
                "% of changes", "ms", Map.of("slowest node", new Charts.Line(percents, seen))));
    }

    /** The smallest value that this part of all does not exceed. */
    static double percentile(List<Double> values, double percent) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    private static Chart<?, ?> chart(String title, Timeline timeline) {
        Map<String, Charts.Line> lines = new LinkedHashMap<>();
        int all = timeline.samples().get(0).bytes().size();
        for (int line = 0; line < all; line++) {
            lines.put(
                    "node " + (line / Change.TENANTS + 1) + ", " + ThreeNodes.tenant(line % Change.TENANTS),
                    timeline.line(line));
        }
        return Charts.lines(title, "seconds", "MB/s, 200 ms average", lines);
    }
}
