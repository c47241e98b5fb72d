package io.hdfsthrottle.bench.scenario.reaction;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.COUNT;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.load.Recorder;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Placement;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Scenario that measures how soon all nodes apply a changed priority, and how soon after the leading coordinator was
 * killed.
 */
public final class ClusterReaction {

    private static final long SEED = 20_261_124;
    private static final String CHANGES = "changes";
    private static final String FAILOVER = "failover";
    private static final int USUAL_CHANGES = 100;
    private static final int WATCHED_SECONDS = 5;
    private static final int CALM_SECONDS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** How soon a silent coordinator is replaced: the least that ZooKeeper allows with the rig's ticks of a second. */
    private static final String SESSION_TIMEOUT = "2s";

    private static final List<Placement> DATA = List.of(Placement.of(1, 1, 1), Placement.of(1, 1, 1));

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "cluster-reaction",
                    "a changed priority is on every node within a second, and within five after the leader was killed",
                    ClusterReaction::play,
                    RATE,
                    READAHEAD,
                    COUNT)
            .of(List.of(CHANGES, FAILOVER))
            .usually(Scenario.RATE_OF_THREE_DISKS, USUAL_CHANGES);

    private ClusterReaction() {}

    private static Outcome play(Stage stage) throws Exception {
        ThreeNodes nodes = ThreeNodes.start(stage, 2, Map.of("zookeeper.session.timeout", SESSION_TIMEOUT), DATA);
        nodes.hook(true);
        Outcome outcome = new Outcome()
                .figure("diskMiBps", stage.diskRate())
                .figure("seed", SEED)
                .figure("zooKeeperSessionTimeout", SESSION_TIMEOUT);
        if (stage.plays(CHANGES)) {
            try (Changes changes = Changes.begin(nodes, SEED)) {
                stage.say("%d changes of a priority, seed %d ...", stage.count(), SEED);
                List<Change> made = changes.make(stage.count());
                Timeline timeline = changes.recorder().timeline();
                int all = nodes.disks().size();
                changes(stage, outcome, each(made, change -> change.millis(timeline, all, change.at())));
                outcome.atMost(
                        "changes: reads that failed",
                        changes.recorder().errors().size(),
                        0);
            }
        }
        if (stage.plays(FAILOVER)) {
            try (Changes changes = Changes.begin(nodes, SEED + 1)) {
                failover(stage, nodes, changes, outcome);
                outcome.atMost(
                        "failover: reads that failed",
                        changes.recorder().errors().size(),
                        0);
            }
        }
        return outcome.atMost("errors that the hooks caught", (double) nodes.hookErrors(), 0);
    }

    private static void changes(Stage stage, Outcome outcome, List<Double> millis) {
        double half = percentile(millis, 50);
        double most = percentile(millis, 99);
        stage.say("slowest node of each change: p50 %.0f ms, p99 %.0f ms", half, most);
        List<Double> seen = millis.stream().filter(Double::isFinite).sorted().toList();
        List<Double> percents = IntStream.rangeClosed(1, seen.size())
                .mapToObj(i -> i * 100.0 / millis.size())
                .toList();
        outcome.figure("changes", millis.size())
                .figure("p50Millis", half)
                .figure("p99Millis", most)
                .figure("millis", Statistics.smallIsGood(millis))
                .atMost("PUT to 95 % of the new share on every node, p50, ms", half, 1_000)
                .atMost("PUT to 95 % of the new share on every node, p99, ms", most, 1_000)
                .chart(Charts.lines(
                        "From PUT to 95 % of the new share on every node",
                        "% of changes", "ms", Map.of("slowest node", new Charts.Line(percents, seen))));
    }

    /** The smallest value that this part of all does not exceed. */
    static double percentile(List<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        int rank = (int) Math.ceil(percent / 100 * sorted.size());
        return sorted.get(Math.max(0, rank - 1));
    }

    /** Repeatedly kills the leading coordinator, and changes the priority through its successor. */
    private static void failover(Stage stage, ThreeNodes nodes, Changes changes, Outcome outcome) throws Exception {
        List<Double> taken = new ArrayList<>();
        List<Double> right = new ArrayList<>();
        List<Double> leanest = new ArrayList<>();
        Recorder recorder = changes.recorder();
        for (int i = 0; i < stage.repeats(); i++) {
            double killed = recorder.now();
            int leader = nodes.coordinators().killLeader();
            nodes.coordinators().putAsSoonAsPossible(Changes.PATH, changes.next(), PATIENCE);
            double accepted = recorder.now();
            TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
            Timeline timeline = recorder.timeline();
            double end = recorder.now();
            taken.add((accepted - killed) * 1000);
            right.add(changes.last(accepted, end).millis(timeline, nodes.disks().size(), killed));
            leanest.add(timeline.leanestSecond(killed, end) / timeline.total(killed, end) * 100);
            stage.say(
                    "leader killed: change taken after %.0f ms, shares right after %.0f ms, leanest second %.1f %%",
                    taken.get(i), right.get(i), leanest.get(i));
            nodes.coordinators().restart(leader);
            TimeUnit.SECONDS.sleep(CALM_SECONDS);
        }
        List<String> lines = IntStream.range(0, nodes.disks().size() * Change.TENANTS)
                .mapToObj(i -> "node " + (i / Change.TENANTS + 1) + ", " + ThreeNodes.tenant(i % Change.TENANTS))
                .toList();
        outcome.figure(
                        FAILOVER,
                        new Figures()
                                .small("takenMillis", taken)
                                .small("rightMillis", right)
                                .large("leanestSecondPercent", leanest))
                .atMost("failover: from the leader's end to right shares on every node, worst, ms", right, 5_000)
                .chart(recorder.timeline().chart("The leader is killed", lines, false));
    }
}
