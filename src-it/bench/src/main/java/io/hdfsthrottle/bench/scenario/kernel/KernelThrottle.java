package io.hdfsthrottle.bench.scenario.kernel;

import static io.hdfsthrottle.bench.report.Statistics.MEGA;
import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.median;
import static io.hdfsthrottle.bench.report.Statistics.smallest;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.NATIVE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.bench.scenario.Scenario;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenario of four tenants with a reader each, one of which the kernel holds to a limit that is also its reservation:
 * it gets exactly that, and the others share the rest.
 */
public final class KernelThrottle {

    private static final int TENANTS = 4;
    private static final int LIMITED = 0;
    private static final List<Integer> LIMITS_MB = List.of(10, 20, 30, 40);
    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "kernel-throttle",
            "a tenant that the kernel limits gets its limit, not less, and its neighbours the rest (root, cgroup v1)",
            KernelThrottle::play,
            READAHEAD,
            NATIVE);

    private KernelThrottle() {}

    private static Outcome play(Stage stage) throws Exception {
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            Outcome outcome = new Outcome().figure("diskMiBps", KernelRig.DISK_MIB);
            Map<Integer, List<Window>> uncontrolled = new LinkedHashMap<>();
            Map<String, List<Window>> controlled = new LinkedHashMap<>();
            Map<String, List<Window>> bundles = new LinkedHashMap<>();
            rig.hook(false);
            for (int size : KernelRig.OBJECTS) {
                String objects = "objects of " + KernelRig.named(size);
                List<Window> off = rig.reading(TENANTS, size, readers -> rig.windows("off  " + objects, readers));
                uncontrolled.put(size, off);
                bundles.put("off, " + KernelRig.named(size), off);
                outcome.figure("uncontrolled, " + objects, KernelRig.figures(off));
            }
            rig.hook(true);
            for (int size : KernelRig.OBJECTS) {
                rig.weigh(Collections.nCopies(TENANTS, 1));
                rig.reading(TENANTS, size, readers -> {
                    for (int limit : LIMITS_MB) {
                        long bytes = limit * (long) MEGA;
                        rig.cluster().terms(LIMITED, Map.of("priority", 1, "reservation", bytes, "limit", bytes));
                        String name = limit + " MB/s, objects of " + KernelRig.named(size);
                        List<Window> on = rig.windows("on   " + name, readers);
                        controlled.put(name, on);
                        bundles.put(limit + ", " + KernelRig.named(size), on);
                        double whole = median(Window.totals(uncontrolled.get(size)));
                        judge(outcome, name, (double) bytes, on, (whole - bytes) / (TENANTS - 1));
                    }
                    return controlled;
                });
            }
            return rig.validity(outcome, uncontrolled.values(), controlled.values())
                    .chart(KernelRig.chart("Four readers, one limited by the kernel", bundles, TENANTS));
        }
    }

    /** The limited one is compared with its limit, its worst neighbour with a third of what the limit leaves. */
    private static void judge(Outcome outcome, String name, double limit, List<Window> on, double due) {
        List<Double> errors = each(Window.of(on, LIMITED), rate -> Math.abs(rate - limit) / limit * 100);
        List<Double> neighbours =
                each(on, window -> smallest(window.rates().subList(LIMITED + 1, TENANTS)) / due * 100);
        outcome.figure(name, KernelRig.figures(on))
                .atMost(name + ": off its limit, percent", errors, 3)
                .atLeast(name + ": worst neighbour, percent of its part of the rest", neighbours, 97);
    }
}
