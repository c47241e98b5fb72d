package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario that measures the kernel layer's cost when it has nothing to control: 1, 2, 4 and 8 streams, each of its own
 * tenant, read from the disk, with the hook and without it. The DataNode is restarted in between, in the order without,
 * with, with, without: a steady drift affects both equally.
 */
public final class KernelOverhead {

    private static final List<Integer> STREAMS = List.of(1, 2, 4, 8);
    private static final int TENANTS = 8;
    private static final List<Boolean> TURNS = List.of(false, true, true, false);
    private static final Duration RUN_IN = Duration.ofSeconds(2);

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "kernel-overhead",
            "the kernel layer costs no throughput when there is nothing to control (root, cgroup v1)",
            KernelOverhead::play,
            READAHEAD,
            NATIVE);

    private KernelOverhead() {}

    /** The disk's rate, and the DataNode's processor seconds per gigabyte. */
    private record Turn(Window window, double processorSeconds) {}

    /** One after the other: off, on, on, off. */
    private record Paired(List<Turn> turns) {

        Paired() {
            this(new ArrayList<>());
        }

        double costPercent() {
            return (1 - (moved(1) + moved(2)) / (moved(0) + moved(3))) * 100;
        }

        double noisePercent() {
            return Math.abs(1 - moved(0) / moved(3)) * 100;
        }

        private double moved(int turn) {
            return turns.get(turn).window().moved();
        }

        /** The mean of the turns with the hook or without it. */
        double processor(boolean on) {
            return (turns.get(on ? 1 : 0).processorSeconds()
                            + turns.get(on ? 2 : 3).processorSeconds())
                    / 2;
        }

        List<Window> windows(boolean on) {
            return List.of(turns.get(on ? 1 : 0).window(), turns.get(on ? 2 : 3).window());
        }
    }

    private static Outcome play(Stage stage) throws Exception {
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            rig.weigh(Collections.nCopies(TENANTS, 1));
            Map<String, List<Paired>> found = new LinkedHashMap<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                for (boolean on : TURNS) {
                    rig.hook(on);
                    for (Map.Entry<String, Turn> turn : measure(rig, on).entrySet()) {
                        List<Paired> pairs = found.computeIfAbsent(turn.getKey(), none -> new ArrayList<>());
                        if (pairs.size() == repeat) {
                            pairs.add(new Paired());
                        }
                        pairs.get(repeat).turns().add(turn.getValue());
                    }
                }
            }
            return outcome(rig, found);
        }
    }

    /** A turn of each load. */
    private static Map<String, Turn> measure(KernelRig rig, boolean on) throws IOException {
        Map<String, Turn> turns = new LinkedHashMap<>();
        for (int size : KernelRig.OBJECTS) {
            for (int streams : STREAMS) {
                String load =
                        streams + (streams == 1 ? " stream" : " streams") + ", objects of " + KernelRig.named(size);
                Turn turn = rig.reading(streams, size, readers -> {
                    KernelRig.pause(RUN_IN);
                    Duration before = rig.cluster().processorTime();
                    Window window = rig.window(readers);
                    double used = rig.cluster().processorTime().minus(before).toMillis() / 1e3;
                    return new Turn(window, used / (window.moved() * window.seconds() / 1e9));
                });
                turns.put(load, turn);
                rig.stage()
                        .say(
                                "%-4s %-30s total %6.1f MB/s (disk %6.1f), processor %5.2f s a GB",
                                on ? "on" : "off",
                                load,
                                turn.window().total() / MEGA,
                                turn.window().moved() / MEGA,
                                turn.processorSeconds());
            }
        }
        return turns;
    }

    private static Outcome outcome(KernelRig rig, Map<String, List<Paired>> found) {
        Outcome outcome = new Outcome().figure("diskMiBps", KernelRig.DISK_MIB);
        List<Double> worst = new ArrayList<>();
        found.forEach((load, pairs) -> {
            List<Double> costs = each(pairs, Paired::costPercent);
            List<Double> noises = each(pairs, Paired::noisePercent);
            worst.add(largest(costs));
            outcome.figure(
                            load,
                            new Figures()
                                    .small("costPercent", costs)
                                    .small("noisePercent", noises)
                                    .put("processorSecondsPerGBOff", median(each(pairs, pair -> pair.processor(false))))
                                    .put("processorSecondsPerGBOn", median(each(pairs, pair -> pair.processor(true)))))
                    .atMost(load + ": cost, worst, percent", costs, 2)
                    .atMost(Validity.VALID + load + ": off against off, worst, percent", noises, 2);
        });
        return rig.validity(outcome, windows(found, false), windows(found, true))
                .chart(Charts.bars(
                        "What the kernel layer costs with nothing to control (worst of the repeats)",
                        "percent of the throughput without the hook",
                        List.copyOf(found.keySet()),
                        Map.of("cost", worst)));
    }

    private static List<List<Window>> windows(Map<String, List<Paired>> found, boolean on) {
        return found.values().stream()
                .flatMap(List::stream)
                .map(pair -> pair.windows(on))
                .toList();
    }
}
