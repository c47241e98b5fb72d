package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.SwitchedNode;
import io.hdfsthrottle.bench.load.SwitchedNode.Load;
import io.hdfsthrottle.bench.load.SwitchedNode.Turn;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Triple;
import io.hdfsthrottle.bench.report.Validity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Scenario that measures the hook's cost when there is nothing to control: one client reads what is in the page cache
 * from a DataNode, alternately with the hook and without it. It is one DataNode in which the hook is switched, since no
 * two JVMs are equally fast; the differences between turns without the hook show the noise.
 */
public final class PaceOverhead {

    private static final Duration WARMING = Duration.ofSeconds(15);

    /**
     * After switching the hook. By then it has found the volumes, and it ticks a quarter as often if there was nothing
     * to decide for a second.
     */
    private static final Duration RUN_IN = Duration.ofMillis(1_300);

    /** Short: the machine's speed varies by a fifth from one second to the next because of other users. */
    private static final Duration WINDOW = Duration.ofMillis(500);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "pace-overhead",
            "the hook costs nothing worth measuring when there is nothing to control (no root needed)",
            PaceOverhead::play,
            NATIVE);

    private PaceOverhead() {}

    /** One repeat's triples of the client's rate, and of the rate by the DataNode's processor time. */
    private record Repeat(List<Triple> rate, List<Triple> work) {

        double cost() {
            return Triple.medianCost(rate);
        }

        double noise() {
            return Triple.noisePercent(rate);
        }

        double processorCost() {
            return Triple.medianCost(work);
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        SwitchedNode node = SwitchedNode.start(stage);
        Map<Load, List<Repeat>> found = new EnumMap<>(Load.class);
        for (int repeat = 1; repeat <= stage.repeats(); repeat++) {
            node.restart();
            for (Load load : Load.values()) {
                Repeat one = repeat(stage, load, node);
                found.computeIfAbsent(load, none -> new ArrayList<>()).add(one);
                stage.say(
                        "repeat %d %-14s %s",
                        repeat, load, figures(List.of(one)).members());
            }
        }
        Outcome outcome = new Outcome().figure("processorsKeptApart", SwitchedNode.hasProcessorsApart());
        found.forEach((load, all) -> outcome.figure(load.name(), figures(all))
                .atMost(load + ": cost, worst repeat, percent", each(all, Repeat::cost), 1)
                .atMost(Validity.VALID + load + ": noise, worst repeat, percent", each(all, Repeat::noise), 1));
        Map<String, List<Double>> series = new LinkedHashMap<>();
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            int number = repeat;
            series.put(
                    "repeat " + (repeat + 1),
                    found.values().stream().map(all -> all.get(number).cost()).toList());
        }
        return outcome.chart(Charts.bars(
                "What the hook costs with nothing to control",
                "percent of the throughput without the hook",
                found.keySet().stream().map(Load::name).toList(),
                series));
    }

    /**
     * Without, with, without, with, ..., without: each turn with the hook is compared with the one before it and the
     * one after it.
     */
    private static Repeat repeat(Stage stage, Load load, SwitchedNode node) throws IOException {
        for (boolean on : new boolean[] {true, false}) {
            node.hook(on);
            node.measure(load, WARMING, WINDOW);
        }
        long many = Math.max(3, stage.window().toSeconds() * 8);
        List<Turn> turns = new ArrayList<>();
        for (long i = 0; i <= 2 * many; i++) {
            node.hook(i % 2 == 1);
            turns.add(node.measure(load, RUN_IN, WINDOW));
        }
        return new Repeat(
                Triple.of(each(turns, Turn::bytesPerSecond)), Triple.of(each(turns, Turn::bytesPerProcessorSecond)));
    }

    private static Figures figures(List<Repeat> repeats) {
        List<Triple> all =
                repeats.stream().flatMap(repeat -> repeat.rate().stream()).toList();
        return new Figures()
                .small("costPercent", each(repeats, Repeat::cost))
                .small("noisePercent", each(repeats, Repeat::noise))
                .put(
                        "differenceOfLikeTurnsInterquartilePercent",
                        Statistics.interquartileRange(Triple.differences(all)))
                .small("processorCostPercent", each(repeats, Repeat::processorCost))
                .put("turnsWithTheHook", all.size())
                .put("offMBps", megabytes(all, Triple::off))
                .put("onMBps", megabytes(all, Triple::on));
    }

    private static double megabytes(List<Triple> triples, ToDoubleFunction<Triple> figure) {
        return median(each(triples, figure)) / MEGA;
    }
}
