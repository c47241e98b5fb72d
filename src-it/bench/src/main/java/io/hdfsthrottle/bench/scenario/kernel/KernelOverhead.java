package io.hdfsthrottle.bench.scenario.kernel;

import io.hdfsthrottle.bench.load.ObjectReader;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scenario that measures the kernel layer's cost when it has nothing to control: 1, 2, 4 and 8 streams, each of its own
 * tenant, read from the disk, with the hook and without it. The DataNode is restarted in between, in the order without,
 * with, with, without: a steady drift affects both equally.
 */
public final class KernelOverhead implements Scenario {

    private static final List<Integer> STREAMS = List.of(1, 2, 4, 8);
    private static final int TENANTS = 8;
    private static final double MOST_PERCENT = 2;
    private static final List<Boolean> TURNS = List.of(false, true, true, false);
    private static final Duration RUN_IN = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "kernel-overhead";
    }

    @Override
    public String shows() {
        return "the kernel layer costs no throughput when there is nothing to control (root, cgroup v1)";
    }

    private record Load(int streams, int objectBytes) {

        String name() {
            return streams + (streams == 1 ? " stream" : " streams") + ", objects of " + KernelRig.named(objectBytes);
        }
    }

    /** The disk's rate, and the DataNode's processor seconds per gigabyte. */
    private record Turn(Window window, double processorSeconds) {}

    /** One after the other: off, on, on, off. */
    private record Paired(List<Turn> turns) {

        double costPercent() {
            return (1 - (total(1) + total(2)) / (total(0) + total(3))) * 100;
        }

        double noisePercent() {
            return Math.abs(1 - total(0) / total(3)) * 100;
        }

        private double total(int turn) {
            return turns.get(turn).window().moved();
        }

        /** The mean of two turns. */
        private double processor(int one, int other) {
            return (turns.get(one).processorSeconds() + turns.get(other).processorSeconds()) / 2;
        }
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD, Choice.NATIVE);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            rig.equal(TENANTS);
            Map<Load, List<Paired>> found = new LinkedHashMap<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                List<Map<Load, Turn>> turns = new ArrayList<>();
                for (boolean on : TURNS) {
                    rig.hook(on);
                    turns.add(measure(stage, rig, on));
                }
                for (Load load : turns.get(0).keySet()) {
                    found.computeIfAbsent(load, none -> new ArrayList<>())
                            .add(new Paired(
                                    turns.stream().map(turn -> turn.get(load)).toList()));
                }
            }
            return outcome(rig, found);
        }
    }

    private static Map<Load, Turn> measure(Stage stage, KernelRig rig, boolean on) throws Exception {
        Map<Load, Turn> turn = new LinkedHashMap<>();
        for (int objectBytes : KernelRig.OBJECTS) {
            for (int streams : STREAMS) {
                Load load = new Load(streams, objectBytes);
                List<ObjectReader> readers = rig.readers(streams, objectBytes);
                try {
                    KernelRig.pause(RUN_IN);
                    Duration before = rig.cluster().processorTime();
                    Window window = rig.window(stage.window(), readers);
                    double used = rig.cluster().processorTime().minus(before).toMillis() / 1e3;
                    double gigabytes = window.moved() * stage.window().toMillis() / 1e12;
                    turn.put(load, new Turn(window, used / gigabytes));
                    stage.say(
                            "%-4s %-30s total %6.1f MB/s (disk %6.1f), processor %5.2f s a GB",
                            on ? "on" : "off",
                            load.name(),
                            window.total() / Statistics.MEGA,
                            window.moved() / Statistics.MEGA,
                            used / gigabytes);
                } finally {
                    readers.forEach(ObjectReader::close);
                }
            }
        }
        return turn;
    }

    private static Outcome outcome(KernelRig rig, Map<Load, List<Paired>> found) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", KernelRig.DISK_MIB);
        List<Bar> bars = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        found.forEach((load, pairs) -> {
            List<Double> each = pairs.stream().map(Paired::costPercent).toList();
            List<Double> noises = pairs.stream().map(Paired::noisePercent).toList();
            costs.add(Statistics.largest(each));
            figures.put(
                    load.name(),
                    Map.of(
                            "costPercent", Statistics.smallIsGood(each),
                            "noisePercent", Statistics.smallIsGood(noises),
                            "processorSecondsPerGBOff", median(pairs, 0, 3),
                            "processorSecondsPerGBOn", median(pairs, 1, 2)));
            bars.add(Bar.atMost(load.name() + ": cost, worst, percent", Statistics.largest(each), MOST_PERCENT));
            bars.add(Bar.atMost(
                    Validity.VALID + load.name() + ": off against off, worst, percent",
                    Statistics.largest(noises),
                    MOST_PERCENT));
        });
        List<Window> off = new ArrayList<>();
        List<Window> on = new ArrayList<>();
        found.values().stream().flatMap(List::stream).forEach(pair -> {
            off.addAll(List.of(pair.turns().get(0).window(), pair.turns().get(3).window()));
            on.addAll(List.of(pair.turns().get(1).window(), pair.turns().get(2).window()));
        });
        bars.addAll(rig.validity(off, on));
        return new Outcome(
                figures,
                bars,
                List.of(Charts.bars(
                        "What the kernel layer costs with nothing to control (worst of the repeats)",
                        "percent of the throughput without the hook",
                        found.keySet().stream().map(Load::name).toList(),
                        Map.of("cost", costs))));
    }

    private static double median(List<Paired> pairs, int one, int other) {
        return Statistics.rounded(Statistics.median(
                pairs.stream().map(pair -> pair.processor(one, other)).toList()));
    }
}
