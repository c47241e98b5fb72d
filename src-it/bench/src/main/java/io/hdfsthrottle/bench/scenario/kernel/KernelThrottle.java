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
import java.util.Map;
import java.util.Set;

/**
 * Scenario of four tenants with a reader each, one of which the kernel holds to a limit that is also its reservation:
 * it gets exactly that, and the others share the rest.
 */
public final class KernelThrottle implements Scenario {

    private static final int TENANTS = 4;
    private static final int LIMITED = 0;
    private static final List<Integer> LIMITS_MB = List.of(10, 20, 30, 40);
    private static final double MOST_ERROR_PERCENT = 3;
    private static final double LEAST_FOR_OTHERS_PERCENT = 97;

    @Override
    public String name() {
        return "kernel-throttle";
    }

    @Override
    public String shows() {
        return "a tenant that the kernel limits gets its limit, not less, and its neighbours the rest (root, cgroup v1)";
    }

    /** One limit and one size of objects, with all tenants' rates. */
    private record Limited(int objectBytes, int limitMb, List<Window> windows, double uncontrolledTotal) {

        String name() {
            return limitMb + " MB/s, objects of " + KernelRig.named(objectBytes);
        }

        /** The relative deviation from its limit. */
        List<Double> errors() {
            double limit = limitMb * Statistics.MEGA;
            return windows.stream()
                    .map(window -> Math.abs(window.rates().get(LIMITED) - limit) / limit * 100)
                    .toList();
        }

        /** The worst neighbour's rate, relative to a third of what the limit leaves of the disk's uncontrolled rate. */
        List<Double> neighbours() {
            double due = (uncontrolledTotal - limitMb * Statistics.MEGA) / (TENANTS - 1);
            return windows.stream()
                    .map(window -> Statistics.smallest(window.rates().subList(LIMITED + 1, TENANTS)) / due * 100)
                    .toList();
        }
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.READAHEAD, Choice.NATIVE);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        try (KernelRig rig = KernelRig.start(stage, TENANTS)) {
            Map<Integer, List<Window>> uncontrolled = new LinkedHashMap<>();
            rig.hook(false);
            for (int objectBytes : KernelRig.OBJECTS) {
                uncontrolled.put(objectBytes, uncontrolled(stage, rig, objectBytes));
            }
            rig.hook(true);
            List<Limited> found = new ArrayList<>();
            for (int objectBytes : KernelRig.OBJECTS) {
                found.addAll(limited(stage, rig, objectBytes, uncontrolled.get(objectBytes)));
            }
            return outcome(rig, uncontrolled, found);
        }
    }

    private static List<Window> uncontrolled(Stage stage, KernelRig rig, int objectBytes) throws Exception {
        List<ObjectReader> readers = rig.readers(TENANTS, objectBytes);
        try {
            List<Window> windows = rig.windows(stage, readers);
            windows.forEach(window -> print(stage, "off  objects of " + KernelRig.named(objectBytes), window));
            return windows;
        } finally {
            readers.forEach(ObjectReader::close);
        }
    }

    private static List<Limited> limited(Stage stage, KernelRig rig, int objectBytes, List<Window> without)
            throws Exception {
        rig.equal(TENANTS);
        double total = Statistics.median(Window.totals(without));
        List<Limited> found = new ArrayList<>();
        List<ObjectReader> readers = rig.readers(TENANTS, objectBytes);
        try {
            for (int limit : LIMITS_MB) {
                long bytes = (long) (limit * Statistics.MEGA);
                rig.cluster().terms(LIMITED, Map.of("priority", 1, "reservation", bytes, "limit", bytes));
                Limited each = new Limited(objectBytes, limit, rig.windows(stage, readers), total);
                each.windows().forEach(window -> print(stage, "on   " + each.name(), window));
                found.add(each);
            }
        } finally {
            readers.forEach(ObjectReader::close);
        }
        return found;
    }

    private static void print(Stage stage, String what, Window window) {
        stage.say(
                "%-32s %s MB/s, total %6.1f (disk %6.1f)",
                what,
                KernelRig.text(window.rates()),
                window.total() / Statistics.MEGA,
                window.moved() / Statistics.MEGA);
    }

    private static Outcome outcome(KernelRig rig, Map<Integer, List<Window>> uncontrolled, List<Limited> found) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("diskMiBps", KernelRig.DISK_MIB);
        uncontrolled.forEach((size, windows) ->
                figures.put("uncontrolled, objects of " + KernelRig.named(size), KernelRig.members(windows)));
        List<Bar> bars = new ArrayList<>();
        List<Window> controlled = new ArrayList<>();
        for (Limited each : found) {
            figures.put(each.name(), KernelRig.members(each.windows()));
            controlled.addAll(each.windows());
            bars.add(Bar.atMost(
                    each.name() + ": off its limit, percent", Statistics.largest(each.errors()), MOST_ERROR_PERCENT));
            bars.add(Bar.atLeast(
                    each.name() + ": worst neighbour, percent of its part of the rest",
                    Statistics.smallest(each.neighbours()),
                    LEAST_FOR_OTHERS_PERCENT));
        }
        bars.addAll(rig.validity(
                uncontrolled.values().stream().flatMap(List::stream).toList(), controlled));
        Map<String, List<Window>> bundles = new LinkedHashMap<>();
        uncontrolled.forEach((size, windows) -> bundles.put("off, " + KernelRig.named(size), windows));
        found.forEach(each -> bundles.put(each.limitMb() + ", " + KernelRig.named(each.objectBytes()), each.windows()));
        return new Outcome(
                figures, bars, List.of(KernelRig.chart("Four readers, one limited by the kernel", bundles, TENANTS)));
    }
}
