package io.hdfsthrottle.bench.scenario.reaction;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Timeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Repeatedly kills the leading coordinator, and changes a priority through its successor. */
final class Failover {

    private static final int WATCHED_SECONDS = 5;
    private static final int CALM_SECONDS = 3;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private Failover() {}

    /**
     * One failover, in milliseconds from the leader's end.
     *
     * @param taken until the successor had accepted the change
     * @param right until every node gave the new shares; infinite if that was not seen
     * @param leanestPercent the nodes' throughput in the lowest second of that time, in percent of their mean
     */
    record Found(double taken, double right, double leanestPercent) {}

    /** Runs as many as the stage has repeats. */
    static List<Found> play(Stage stage, ThreeNodes nodes, Changes changes) throws IOException, InterruptedException {
        List<Found> all = new ArrayList<>();
        for (int i = 0; i < stage.repeats(); i++) {
            double killed = changes.now();
            int leader = nodes.coordinators().killLeader();
            nodes.coordinators()
                    .putAsSoonAsPossible(Changes.path(), changes.next(), System.nanoTime() + PATIENCE_NANOS);
            double taken = changes.now();
            TimeUnit.SECONDS.sleep(WATCHED_SECONDS);
            Timeline timeline = changes.timeline();
            double end = changes.now();
            double right =
                    changes.last(taken, end).millis(timeline, nodes.nodes().size(), killed);
            Found found = new Found(
                    (taken - killed) * 1000,
                    right,
                    timeline.leanestSecond(killed, end) / timeline.total(killed, end) * 100);
            stage.say(
                    "leader killed: change taken after %.0f ms, shares right after %.0f ms, leanest second %.1f %%",
                    found.taken(), found.right(), found.leanestPercent());
            all.add(found);
            nodes.coordinators().restart(leader);
            TimeUnit.SECONDS.sleep(CALM_SECONDS);
        }
        return all;
    }

    static Map<String, Object> members(List<Found> all) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("takenMillis", Statistics.smallIsGood(each(all, Found::taken)));
        members.put("rightMillis", Statistics.smallIsGood(each(all, Found::right)));
        members.put("leanestSecondPercent", Statistics.largeIsGood(each(all, Found::leanestPercent)));
        return members;
    }

    static List<Double> each(List<Found> all, ToDoubleFunction<Found> figure) {
        return all.stream().map(found -> figure.applyAsDouble(found)).toList();
    }
}
