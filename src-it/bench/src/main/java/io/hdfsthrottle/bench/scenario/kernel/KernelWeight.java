package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Scenario of tenants with a reader each that get shares by weight: from the kernel where bfq orders the disk's
 * requests, else from pacing.
 */
public final class KernelWeight {

    private static final List<List<Integer>> WEIGHTS = List.of(List.of(2, 1, 1), List.of(2, 1, 1, 1));
    private static final int TENANTS = 4;
    private static final List<String> SCHEDULERS = List.of("bfq", "none");

    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
                    "kernel-weight",
                    "weights in the kernel (bfq), and pacing where the disk's scheduler knows none (root, cgroup v1)",
                    KernelWeight::play,
                    READAHEAD,
                    NATIVE)
            .of(SCHEDULERS);

    private KernelWeight() {}

    /** A combination of weights, a size of objects and a scheduler. */
    private record Weighted(String scheduler, List<Integer> weights, int objectBytes) {

        String name() {
            List<String> percents = IntStream.range(0, weights.size())
                    .mapToObj(i -> String.format(Locale.ROOT, "%.0f", due(i) * 100))
                    .toList();
            return scheduler + ", " + String.join("/", percents) + ", objects of " + KernelRig.named(objectBytes);
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

    private static Outcome play(Stage stage) throws Exception {
        List<Weighted> all = SCHEDULERS.stream()
                .filter(stage::plays)
                .flatMap(scheduler -> WEIGHTS.stream().flatMap(weights -> KernelRig.OBJECTS.stream()
                        .map(size -> new Weighted(scheduler, weights, size))))
                .toList();
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            Map<Weighted, List<Window>> uncontrolled = measured(rig, all, false);
            Map<Weighted, List<Window>> controlled = measured(rig, all, true);
            Outcome outcome = new Outcome().figure("diskMiBps", KernelRig.DISK_MIB);
            Map<String, List<Window>> bundles = new LinkedHashMap<>();
            controlled.forEach((each, on) -> {
                List<Window> off = uncontrolled.get(each);
                bundles.put("off: " + each.name(), off);
                bundles.put("on: " + each.name(), on);
                outcome.figure(each.name() + ", uncontrolled", KernelRig.figures(off))
                        .figure(each.name(), KernelRig.figures(on))
                        .atMost(each.name() + ": worst error, percent", each(on, each::error), 3)
                        .atLeast(
                                each.name() + ": total, percent of the uncontrolled one",
                                Window.leastTotalPercent(Window.totals(on), Window.totals(off)),
                                92);
            });
            return rig.validity(outcome, uncontrolled.values(), controlled.values())
                    .chart(KernelRig.chart("What weights earn, with one reader a tenant", bundles, TENANTS));
        }
    }

    private static Map<Weighted, List<Window>> measured(KernelRig rig, List<Weighted> all, boolean on)
            throws IOException {
        rig.hook(on);
        Map<Weighted, List<Window>> measured = new LinkedHashMap<>();
        for (Weighted each : all) {
            rig.cluster().disk().disk().scheduler(each.scheduler());
            rig.weigh(each.weights());
            String what = (on ? "on   " : "off  ") + each.name();
            measured.put(
                    each,
                    rig.reading(each.weights().size(), each.objectBytes(), readers -> rig.windows(what, readers)));
        }
        return measured;
    }
}
