package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.SwitchedNode.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the hook costs when there is nothing to control: one client reads what is in the page cache from a DataNode, with the hook and
 * without it in turn. It is one DataNode from which the hook comes and goes, since no two JVMs are equally fast; of what it gives
 * without the hook, one turn against the next tells how much of a difference is noise.
 */
final class PaceOverhead implements Scenario {

    private static final Duration WARMING = Duration.ofSeconds(15);

    /** After the hook has come or gone. It has found the volumes by then, and where there was nothing to decide for a second, it ticks a quarter as often. */
    private static final Duration RUN_IN = Duration.ofMillis(1_300);

    /** Short: other users make the machine faster and slower by a fifth from one second to the next. */
    private static final Duration WINDOW = Duration.ofMillis(500);

    /** Windows with the hook for each second that a window of other scenarios has. */
    private static final int WINDOWS_A_SECOND = 8;

    private static final int FEWEST_WINDOWS = 3;
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
    public boolean makesDisk() {
        return false;
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        SwitchedNode node = SwitchedNode.start(stage);
        Map<Load, List<List<Triple>>> repeats = new EnumMap<>(Load.class);
        Map<Load, List<List<Triple>>> processor = new EnumMap<>(Load.class);
        for (Load load : Load.values()) {
            repeats.put(load, new ArrayList<>());
            processor.put(load, new ArrayList<>());
        }
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            restart(node);
            for (Load load : Load.values()) {
                List<Turn> turns = turns(stage, load, node);
                List<Triple> triples = Triple.of(turns, Turn::bytesPerSecond);
                List<Triple> work = Triple.of(turns, Turn::bytesPerProcessorSecond);
                repeats.get(load).add(triples);
                processor.get(load).add(work);
                stage.say(
                        "repeat %d %-14s off %7.1f MB/s  on %7.1f MB/s  cost %6.2f %%  (off against off %6.2f %%)  processor %6.2f %% (%6.2f %%)",
                        repeat + 1,
                        load,
                        megabytes(triples, Triple::off),
                        megabytes(triples, Triple::on),
                        Triple.medianCost(triples),
                        Triple.medianNoise(triples),
                        Triple.medianCost(work),
                        Triple.medianNoise(work));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("processorsKeptApart", Processors.areEnough());
        List<Bar> bars = new ArrayList<>();
        repeats.forEach((load, all) -> {
            List<Double> costs = all.stream().map(Triple::medianCost).toList();
            List<Double> noises = all.stream()
                    .map(triples -> Math.abs(Triple.medianNoise(triples)))
                    .toList();
            figures.put(load.name(), members(all, costs, noises, processor.get(load)));
            bars.add(Bar.atMost(load + ": cost, percent", Statistics.median(costs), MOST_PERCENT));
            bars.add(Bar.atMost(
                    "valid run: " + load + ": off against off, percent", Statistics.median(noises), MOST_PERCENT));
        });
        return new Outcome(
                figures,
                bars,
                List.of(OverheadChart.of(
                        repeats.keySet().stream().map(Load::name).toList(),
                        repeats.values().stream()
                                .map(all -> all.stream().map(Triple::medianCost).toList())
                                .toList())));
    }

    private static void restart(SwitchedNode node) throws IOException, InterruptedException {
        // A process inherits where it may run, and a JVM with one processor is another JVM.
        Processors.any(SELF);
        node.restart();
        if (Processors.areEnough()) {
            Processors.only(SELF, 0);
            Processors.only(node.dataNodeProcess(), 1);
        }
    }

    /** Without, with, without, with, ..., without: each turn with the hook is compared with that before it and that after it. */
    private static List<Turn> turns(Stage stage, Load load, SwitchedNode node)
            throws IOException, InterruptedException {
        for (boolean on : new boolean[] {true, false}) {
            node.hook(on);
            node.turn(load, WARMING, WINDOW);
        }
        long many = Math.max(FEWEST_WINDOWS, stage.window().toSeconds() * WINDOWS_A_SECOND);
        List<Turn> turns = new ArrayList<>();
        for (long i = 0; i <= 2 * many; i++) {
            node.hook(i % 2 == 1);
            turns.add(node.turn(load, RUN_IN, WINDOW));
        }
        return turns;
    }

    private static Map<String, Object> members(
            List<List<Triple>> repeats, List<Double> costs, List<Double> noises, List<List<Triple>> processor) {
        List<Triple> all = repeats.stream().flatMap(List::stream).toList();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("costPercent", Statistics.smallIsGood(costs));
        members.put("noisePercent", Statistics.smallIsGood(noises));
        members.put(
                "processorCostPercent",
                Statistics.smallIsGood(
                        processor.stream().map(Triple::medianCost).toList()));
        members.put("turnsWithTheHook", all.size());
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
