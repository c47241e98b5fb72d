package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.load.placed.Wanderer;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tenant whose only thread moves from node to node, beside two that read on all nodes. */
final class WanderingRun {

    private static final Duration STAY = Duration.ofSeconds(4);
    private static final int LEAST_ROUNDS = 2;
    private static final double LEAST_PERCENT = 90;
    private static final double PERCENT = 100;

    private final Stage stage;
    private final ThreeNodes nodes;

    WanderingRun(Stage stage, ThreeNodes nodes) {
        this.stage = stage;
        this.nodes = nodes;
    }

    /**
     * The results, in bytes a second.
     *
     * @param due the wandering tenant's due where it reads, with all its priority there
     * @param resting its thread's rate when it stayed on one node
     * @param stays its rate in each stay
     * @param total the total of all nodes while it stayed
     */
    record Found(double due, double resting, List<Double> stays, double total) {

        double meanPercent() {
            return stays.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN) / due * PERCENT;
        }

        Bar bar() {
            return Bar.atLeast(
                    "wandering: mean of all stays, percent of its due with all its priority where it reads",
                    meanPercent(),
                    LEAST_PERCENT);
        }

        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("dueMBps", Statistics.jsonNumber(due / Statistics.MEGA));
            members.put("restingMBps", Statistics.jsonNumber(resting / Statistics.MEGA));
            members.put("totalWhileRestingMBps", Statistics.jsonNumber(total / Statistics.MEGA));
            members.put("meanPercentOfDue", Statistics.jsonNumber(meanPercent()));
            members.put("stayMBps", Statistics.megabytes(stays));
            return members;
        }
    }

    /** With priorities 1 for the wandering tenant, 2 and 3 for the others, so that it is due half of a node. */
    private static Phase on(int node) {
        List<Reader> readers = new ArrayList<>();
        for (int each = 0; each < ClusterCase.NODES; each++) {
            readers.add(Reader.greedy(0, each, 1));
            readers.add(Reader.greedy(ClusterCase.SPREAD, each, 2));
        }
        readers.add(Reader.greedy(ClusterCase.LAST, node, 1));
        List<Phase.Terms> terms = List.of(Phase.Terms.of(3), Phase.Terms.of(2), Phase.Terms.of(1), Phase.Terms.of(1));
        return new Phase("on node " + (node + 1), terms, readers);
    }

    Found play(String under) throws IOException {
        Phase phase = on(0);
        phase.begin(nodes);
        Map<Reader, Streams> reading = new LinkedHashMap<>();
        try {
            phase.readers().forEach(reader -> reading.put(reader, nodes.start(reader)));
            Rates.over(PhaseRun.SETTLING, List.of());
            ClusterWindow resting =
                    PhaseRun.window(nodes, reading, phase.terms().size(), stage.window());
            reading.remove(phase.readers().get(phase.readers().size() - 1)).close();
            List<Double> stays = stays(reading);
            Found found = new Found(
                    resting.due(phase).get(ClusterCase.LAST), resting.tenant(ClusterCase.LAST), stays, resting.total());
            stage.say(
                    "%-4s wandering: due %.1f MB/s, resting %.1f, wandering %.1f %% of its due in %d stays",
                    under,
                    found.due() / Statistics.MEGA,
                    found.resting() / Statistics.MEGA,
                    found.meanPercent(),
                    stays.size());
            return found;
        } finally {
            reading.values().parallelStream().forEach(Streams::close);
        }
    }

    /** Whole rounds over all nodes; the first stay includes the start and does not count. */
    private List<Double> stays(Map<Reader, Streams> others) {
        int rounds = (int) Math.max(
                LEAST_ROUNDS, stage.window().toMillis() * stage.repeats() / STAY.toMillis() / ClusterCase.NODES);
        try (Wanderer wanderer = nodes.wander(ClusterCase.LAST, STAY)) {
            Rates.over(STAY.multipliedBy(rounds * (long) ClusterCase.NODES + 1).plusMillis(500), List.of());
            wanderer.check();
            others.values().forEach(Streams::check);
            return wanderer.stays().stream()
                    .skip(1)
                    .map(Wanderer.Stay::bytesPerSecond)
                    .toList();
        }
    }
}
