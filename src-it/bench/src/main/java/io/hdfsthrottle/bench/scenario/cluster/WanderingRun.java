package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.total;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.load.placed.Wanderer;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A tenant whose only thread moves from node to node, beside two that read on all nodes. */
final class WanderingRun {

    static final String NAME = "wandering";

    private static final Duration STAY = Duration.ofSeconds(4);

    private WanderingRun() {}

    /** With priorities 1 for the wandering tenant, 2 and 3 for the others, so that it is due half of a node. */
    private static Phase phase() {
        List<Reader> readers = new ArrayList<>();
        for (int node = 0; node < ClusterCase.NODES; node++) {
            readers.add(Reader.greedy(0, node, 1));
            readers.add(Reader.greedy(ClusterCase.SPREAD, node, 2));
        }
        readers.add(Reader.greedy(ClusterCase.LAST, 0, 1));
        return new Phase("on node 1", Stream.of(3, 2, 1, 1).map(Phase.Terms::of).toList(), readers);
    }

    /** The wandering thread's rate in each stay, as a part of its due where it rests with all its priority. */
    static void play(Stage stage, ThreeNodes nodes, boolean on, Outcome outcome) throws IOException {
        Phase phase = phase();
        phase.begin(nodes);
        Map<Reader, Streams> reading = new LinkedHashMap<>();
        try {
            phase.readers().forEach(reader -> reading.put(reader, nodes.start(reader)));
            Rates.over(ClusterShares.SETTLING, List.of());
            ClusterWindow resting = ClusterWindow.measured(stage, nodes, phase, reading);
            reading.remove(phase.readers().get(phase.readers().size() - 1)).close();
            List<Double> stays = stays(stage, nodes, reading);
            double due = resting.due(ClusterCase.LAST);
            double percent = total(stays) / stays.size() / due * 100;
            stage.say(
                    "%-4s wandering: due %.1f MB/s, resting %.1f, wandering %.1f %% of its due in %d stays",
                    on ? "on" : "off", due / MEGA, resting.tenant(ClusterCase.LAST) / MEGA, percent, stays.size());
            outcome.figure(
                    on ? "wandering, controlled" : "wandering, uncontrolled",
                    new Figures()
                            .put("dueMBps", due / MEGA)
                            .put("restingMBps", resting.tenant(ClusterCase.LAST) / MEGA)
                            .put("totalWhileRestingMBps", resting.total() / MEGA)
                            .put("meanPercentOfDue", percent)
                            .megabytes("stayMBps", stays));
            if (on) {
                outcome.atLeast(
                        "wandering: mean of all stays, percent of its due with all its priority where it reads",
                        percent,
                        90);
            }
        } finally {
            reading.values().parallelStream().forEach(Streams::close);
        }
    }

    /** Whole rounds over all nodes; the first stay includes the start and does not count. */
    private static List<Double> stays(Stage stage, ThreeNodes nodes, Map<Reader, Streams> others) {
        int rounds =
                (int) Math.max(2, stage.window().toMillis() * stage.repeats() / STAY.toMillis() / ClusterCase.NODES);
        try (Wanderer wanderer = nodes.wander(ClusterCase.LAST, STAY)) {
            Rates.over(STAY.multipliedBy(rounds * (long) ClusterCase.NODES + 1).plusMillis(500), List.of());
            wanderer.check();
            others.values().forEach(Streams::check);
            return each(wanderer.stays(), Wanderer.Stay::bytesPerSecond)
                    .subList(1, wanderer.stays().size());
        }
    }
}
