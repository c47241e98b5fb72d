package io.hdfsthrottle.bench.scenario.kernel;

import io.hdfsthrottle.bench.load.ObjectReader;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Scenario of tenants with a reader each that get shares by weight: from the kernel where bfq orders the disk's
 * requests, else from pacing.
 */
public final class KernelWeight implements Scenario {

    private static final double MOST_ERROR_PERCENT = 3;
    private static final double LEAST_TOTAL_PERCENT = 92;
    private static final List<List<Integer>> WEIGHTS = List.of(List.of(2, 1, 1), List.of(2, 1, 1, 1));
    private static final int TENANTS = 4;

    @Override
    public String name() {
        return "kernel-weight";
    }

    @Override
    public String shows() {
        return "weights in the kernel (bfq), and pacing where the disk's scheduler knows none (root, cgroup v1)";
    }

    @Override
    public List<String> cases() {
        return List.of("bfq", "none");
    }

    /** A combination of weights, a size of objects and a scheduler. */
    private record Weighted(String scheduler, List<Integer> weights, int objectBytes) {

        String name() {
            return scheduler + ", " + String.join("/", percents()) + ", objects of " + KernelRig.named(objectBytes);
        }

        private List<String> percents() {
            return IntStream.range(0, weights.size())
                    .mapToObj(i -> String.format(Locale.ROOT, "%.0f", due(i) * 100))
                    .toList();
        }

        double due(int tenant) {
            return (double) weights.get(tenant)
                    / weights.stream().mapToInt(Integer::intValue).sum();
        }

        /** The worst tenant's deviation, in percent of its due of the total. */
        double error(Window window) {
            return IntStream.range(0, weights.size())
                    .mapToDouble(
                            tenant -> Math.abs(window.rates().get(tenant) / (due(tenant) * window.total()) - 1) * 100)
                    .max()
                    .orElseThrow();
        }
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD, Choice.NATIVE);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        List<Weighted> all = new ArrayList<>();
        for (String scheduler : cases()) {
            for (List<Integer> weights : WEIGHTS) {
                KernelRig.OBJECTS.forEach(size -> all.add(new Weighted(scheduler, weights, size)));
            }
        }
        all.removeIf(each -> !stage.plays(each.scheduler()));
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            Map<Weighted, List<Window>> uncontrolled = measured(stage, rig, all, false);
            Map<Weighted, List<Window>> controlled = measured(stage, rig, all, true);
            return outcome(rig, uncontrolled, controlled);
        }
    }

    private static Map<Weighted, List<Window>> measured(Stage stage, KernelRig rig, List<Weighted> all, boolean on)
            throws Exception {
        rig.hook(on);
        Map<Weighted, List<Window>> measured = new LinkedHashMap<>();
        for (Weighted each : all) {
            rig.cluster().disk().scheduler(each.scheduler());
            for (int tenant = 0; tenant < each.weights().size(); tenant++) {
                rig.cluster().weigh(tenant, each.weights().get(tenant));
            }
            List<ObjectReader> readers = rig.readers(each.weights().size(), each.objectBytes());
            try {
                List<Window> windows = rig.windows(stage, readers);
                windows.forEach(window -> print(stage, on, each, window));
                measured.put(each, windows);
            } finally {
                readers.forEach(ObjectReader::close);
            }
        }
        return measured;
    }

    private static void print(Stage stage, boolean on, Weighted each, Window window) {
        stage.say(
                "%-4s %-38s %s MB/s, worst error %6.2f %%, total %6.1f (disk %6.1f)",
                on ? "on" : "off",
                each.name(),
                KernelRig.text(window.rates()),
                each.error(window),
                window.total() / Statistics.MEGA,
                window.moved() / Statistics.MEGA);
    }

    private static Outcome outcome(
            KernelRig rig, Map<Weighted, List<Window>> uncontrolled, Map<Weighted, List<Window>> controlled) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", KernelRig.DISK_MIB);
        List<Bar> bars = new ArrayList<>();
        Map<String, List<Window>> bundles = new LinkedHashMap<>();
        controlled.forEach((each, windows) -> {
            List<Window> without = uncontrolled.get(each);
            figures.put(each.name() + ", uncontrolled", KernelRig.members(without));
            figures.put(each.name(), KernelRig.members(windows));
            bundles.put("off: " + each.name(), without);
            bundles.put("on: " + each.name(), windows);
            bars.add(Bar.atMost(
                    each.name() + ": worst error, percent",
                    Statistics.largest(windows.stream().map(each::error).toList()),
                    MOST_ERROR_PERCENT));
            bars.add(Bar.atLeast(
                    each.name() + ": total, percent of the uncontrolled one",
                    Statistics.smallest(Window.totals(windows)) / Statistics.median(Window.totals(without)) * 100,
                    LEAST_TOTAL_PERCENT));
        });
        bars.addAll(rig.validity(
                uncontrolled.values().stream().flatMap(List::stream).toList(),
                controlled.values().stream().flatMap(List::stream).toList()));
        return new Outcome(
                figures,
                bars,
                List.of(KernelRig.chart("What weights earn, with one reader a tenant", bundles, TENANTS)));
    }
}
