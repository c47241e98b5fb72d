package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.SwitchedNode;
import io.hdfsthrottle.bench.load.SwitchedNode.Load;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.ClientCost;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Triple;
import io.hdfsthrottle.bench.report.Validity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Scenario that measures the hook's cost when there is nothing to control: one client reads what is in the page cache
 * from a DataNode, alternately with the hook and without it. It is one DataNode in which the hook is switched, since no
 * two JVMs are equally fast; the differences between turns without the hook show the noise.
 */
public final class PaceOverhead implements Scenario {

    private static final Duration WARMING = Duration.ofSeconds(15);

    /**
     * After switching the hook. By then it has found the volumes, and it ticks a quarter as often if there was nothing
     * to decide for a second.
     */
    private static final Duration RUN_IN = Duration.ofMillis(1_300);

    /** Short: the machine's speed varies by a fifth from one second to the next because of other users. */
    private static final Duration WINDOW = Duration.ofMillis(500);

    /** Windows with the hook for each second that a window of other scenarios has. */
    private static final int WINDOWS_A_SECOND = 8;

    private static final int FEWEST_WINDOWS = 3;
    private static final double MOST_PERCENT = 1;

    @Override
    public String name() {
        return "pace-overhead";
    }

    @Override
    public String shows() {
        return "the hook costs nothing worth measuring when there is nothing to control (no root needed)";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.NATIVE);
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
            node.restart();
            for (Load load : Load.values()) {
                List<ClientCost> turns = turns(stage, load, node);
                List<Triple> triples = Triple.of(turns, ClientCost::bytesPerSecond);
                List<Triple> work = Triple.of(turns, ClientCost::bytesPerProcessorSecond);
                repeats.get(load).add(triples);
                processor.get(load).add(work);
                stage.say(
                        "repeat %d %-14s off %7.1f MB/s  on %7.1f MB/s  cost %6.2f %%  (noise %6.2f %%)  processor %6.2f %% (%6.2f %%)",
                        repeat + 1,
                        load,
                        megabytes(triples, Triple::off),
                        megabytes(triples, Triple::on),
                        Triple.medianCost(triples),
                        Triple.noisePercent(triples),
                        Triple.medianCost(work),
                        Triple.noisePercent(work));
            }
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("processorsKeptApart", SwitchedNode.hasProcessorsApart());
        List<Bar> bars = new ArrayList<>();
        repeats.forEach((load, all) -> {
            List<Double> costs = all.stream().map(Triple::medianCost).toList();
            List<Double> noises = all.stream().map(Triple::noisePercent).toList();
            figures.put(load.name(), members(all, costs, noises, processor.get(load)));
            bars.add(Bar.atMost(load + ": cost, worst repeat, percent", Statistics.largest(costs), MOST_PERCENT));
            bars.add(Bar.atMost(
                    Validity.VALID + load + ": noise, worst repeat, percent",
                    Statistics.largest(noises),
                    MOST_PERCENT));
        });
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            int number = repeat;
            series.put(
                    "repeat " + (repeat + 1),
                    repeats.values().stream()
                            .map(all -> Triple.medianCost(all.get(number)))
                            .toList());
        }
        List<String> labels = repeats.keySet().stream().map(Load::name).toList();
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "What the hook costs with nothing to control",
                        "percent of the throughput without the hook",
                        labels,
                        series)));
    }

    /**
     * Without, with, without, with, ..., without: each turn with the hook is compared with the one before it and the
     * one after it.
     */
    private static List<ClientCost> turns(Stage stage, Load load, SwitchedNode node)
            throws IOException, InterruptedException {
        for (boolean on : new boolean[] {true, false}) {
            node.hook(on);
            node.measure(load, WARMING, WINDOW);
        }
        long many = Math.max(FEWEST_WINDOWS, stage.window().toSeconds() * WINDOWS_A_SECOND);
        List<ClientCost> turns = new ArrayList<>();
        for (long i = 0; i <= 2 * many; i++) {
            node.hook(i % 2 == 1);
            turns.add(node.measure(load, RUN_IN, WINDOW));
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
                "differenceOfLikeTurnsInterquartilePercent",
                Statistics.rounded(Statistics.interquartileRange(Triple.differences(all))));
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
                / Statistics.MEGA;
    }
}
