package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.OverheadNode.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the hook costs when there is nothing to control: one client reads what is in the page cache from a DataNode with
 * the hook and from two without, in turn. They change places from round to round, since no two JVMs are equally fast; the
 * two without tell how much of a difference is noise.
 */
final class PaceOverhead implements Scenario {

    private static final int NODES = 3;
    private static final Duration WARMING = Duration.ofSeconds(3);
    private static final Duration WINDOW = Duration.ofMillis(500);
    private static final double MOST_PERCENT = 1;
    private static final long SELF = ProcessHandle.current().pid();

    @Override
    public String name() {
        return "pace-overhead";
    }

    @Override
    public String shows() {
        return "the hook costs nothing worth measuring when there is nothing to control (no root needed)";
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<OverheadNode> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(OverheadNode.start(stage, "node-" + i));
        }
        Map<Load, List<List<Triple>>> rounds = new EnumMap<>(Load.class);
        for (Load load : Load.values()) {
            rounds.put(load, new ArrayList<>());
        }
        for (int round = 0; round < stage.repeats() * NODES; round++) {
            List<OverheadNode> roles = restarted(nodes, round % NODES);
            for (Load load : Load.values()) {
                List<Triple> triples = round(stage, load, roles);
                rounds.get(load).add(triples);
                stage.say(
                        "round %d %-14s off %7.1f MB/s  on %7.1f MB/s  cost %6.2f %%  (off against off %6.2f %%)",
                        round + 1,
                        load,
                        megabytes(triples, Triple::off),
                        megabytes(triples, Triple::on),
                        Triple.medianCost(triples),
                        Triple.medianNoise(triples));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("processorsKeptApart", Processors.areEnough());
        List<Bar> bars = new ArrayList<>();
        rounds.forEach((load, all) -> {
            List<Double> costs = rotations(all, Triple::medianCost);
            List<Double> noises =
                    rotations(all, Triple::medianNoise).stream().map(Math::abs).toList();
            figures.put(load.name(), members(all, costs, noises));
            bars.add(Bar.atMost(load + ": cost, percent", Statistics.median(costs), MOST_PERCENT));
            bars.add(Bar.atMost(
                    "valid run: " + load + ": off against off, percent", Statistics.median(noises), MOST_PERCENT));
        });
        return new Outcome(
                figures,
                bars,
                List.of(OverheadChart.of(
                        rounds.keySet().stream().map(Load::name).toList(),
                        rounds.values().stream()
                                .map(all -> all.stream().map(Triple::medianCost).toList())
                                .toList())));
    }

    /** All start anew, so that none is older; the first of what is returned has the hook. */
    private static List<OverheadNode> restarted(List<OverheadNode> nodes, int first)
            throws IOException, InterruptedException {
        // A process inherits where it may run, and a JVM with one processor is another JVM.
        Processors.any(SELF);
        List<OverheadNode> roles = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            OverheadNode node = nodes.get((first + i) % NODES);
            node.hook(i == 0);
            roles.add(node);
        }
        if (Processors.areEnough()) {
            Processors.only(SELF, 0);
            for (OverheadNode node : nodes) {
                Processors.only(node.dataNodeProcess(), 1);
            }
        }
        return roles;
    }

    private static List<Triple> round(Stage stage, Load load, List<OverheadNode> roles) {
        roles.forEach(node -> node.rate(load, WARMING));
        List<Triple> triples = new ArrayList<>();
        int many = Math.max(NODES, (int) (stage.window().toMillis() / WINDOW.toMillis()));
        for (int i = 0; i < many; i++) {
            double[] rates = new double[NODES];
            // Each is first as often as the others, and in every second turn they come the other way round.
            for (int turn = 0; turn < NODES; turn++) {
                int role = (i + (i / NODES % 2 == 0 ? turn : NODES - turn)) % NODES;
                rates[role] = roles.get(role).rate(load, WINDOW);
            }
            triples.add(new Triple(rates[0], rates[1], rates[2]));
        }
        return triples;
    }

    /** The mean of the rounds in which the nodes have taken every place: what they themselves differ by is gone. */
    private static List<Double> rotations(List<List<Triple>> rounds, ToDoubleFunction<List<Triple>> figure) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i + NODES <= rounds.size(); i += NODES) {
            means.add(rounds.subList(i, i + NODES).stream()
                    .mapToDouble(figure)
                    .average()
                    .orElseThrow());
        }
        return means;
    }

    private static Map<String, Object> members(List<List<Triple>> rounds, List<Double> costs, List<Double> noises) {
        List<Triple> all = rounds.stream().flatMap(List::stream).toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("costPercent", Statistics.smallIsGood(costs));
        members.put("noisePercent", Statistics.smallIsGood(noises));
        members.put(
                "costPercentOfRounds",
                Statistics.smallIsGood(rounds.stream().map(Triple::medianCost).toList()));
        members.put(
                "noisePercentOfRounds",
                Statistics.smallIsGood(rounds.stream()
                        .map(triples -> Math.abs(Triple.medianNoise(triples)))
                        .toList()));
        members.put("triples", all.size());
        members.put("offMBps", Statistics.rounded(megabytes(all, Triple::off)));
        members.put("onMBps", Statistics.rounded(megabytes(all, Triple::on)));
        return members;
    }

    private static double megabytes(List<Triple> triples, ToDoubleFunction<Triple> figure) {
        return Statistics.median(triples.stream()
                        .map(triple -> figure.applyAsDouble(triple))
                        .toList())
                / PaceShares.MEGA;
    }
}
