package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import io.hdfsthrottle.bench.report.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The figures of one phase.
 *
 * @param name of the case and the phase
 * @param off windows without the hook
 * @param on windows with it, in the same run
 */
record PhaseFindings(String name, Phase phase, List<ClusterWindow> off, List<ClusterWindow> on) {

    private static final double MOST_ERROR_PERCENT = 2;
    private static final double LEAST_TOTAL_PERCENT = 99;
    private static final double PERCENT = 100;

    /** The error of the worst tenant in each window. */
    List<Double> errors(List<ClusterWindow> windows) {
        return windows.stream().map(window -> window.worstErrorPercent(phase)).toList();
    }

    List<Bar> bars() {
        return List.of(
                Bar.atMost(
                        name + ": worst error of a tenant's total, percent",
                        Statistics.largest(errors(on)),
                        MOST_ERROR_PERCENT),
                Bar.atLeast(name + ": total, percent of uncontrolled", leastTotalPercent(), LEAST_TOTAL_PERCENT));
    }

    /** The worst window relative to the median without control. */
    private double leastTotalPercent() {
        return Statistics.smallest(totals(on)) / Statistics.median(totals(off)) * PERCENT;
    }

    private static List<Double> totals(List<ClusterWindow> windows) {
        return windows.stream().map(ClusterWindow::total).toList();
    }

    /**
     * The bars that these windows are valid: each node's disk moved what its clients got, and without the hook its full
     * rate.
     */
    List<Bar> validity(double rate) {
        return Validity.of(name + ": ", ofAllNodes(off), ofAllNodes(on), OptionalDouble.of(rate));
    }

    private static List<Window> ofAllNodes(List<ClusterWindow> all) {
        return all.stream().flatMap(window -> window.nodes().stream()).toList();
    }

    private static List<Window> windows(List<ClusterWindow> all, int node) {
        return all.stream().map(window -> window.nodes().get(node)).toList();
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("totalPercentOfUncontrolled", Statistics.jsonNumber(leastTotalPercent()));
        members.put("uncontrolled", members(off));
        members.put("controlled", members(on));
        return members;
    }

    private Map<String, Object> members(List<ClusterWindow> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("worstErrorPercent", Statistics.smallIsGood(errors(windows)));
        members.put("totalMBps", Statistics.megabytes(totals(windows)));
        List<Map<String, Object>> tenants = new ArrayList<>();
        for (int tenant = 0; tenant < phase.terms().size(); tenant++) {
            if (phase.reads(tenant)) {
                tenants.add(tenant(tenant, windows));
            }
        }
        members.put("tenants", tenants);
        return members;
    }

    private Map<String, Object> tenant(int tenant, List<ClusterWindow> windows) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tenant", ThreeNodes.tenant(tenant));
        members.put("dataOnNodes", ClusterCase.DATA.get(tenant).title());
        members.put("priority", phase.terms().get(tenant).priority());
        members.put(
                "errorPercent",
                Statistics.smallIsGood(windows.stream()
                        .map(window -> window.errorPercent(phase, tenant))
                        .toList()));
        members.put(
                "dueMBps",
                Statistics.megabytes(windows.stream()
                        .map(window -> window.due(phase).get(tenant))
                        .toList()));
        members.put(
                "totalMBps",
                Statistics.megabytes(
                        windows.stream().map(window -> window.tenant(tenant)).toList()));
        List<Object> nodes = new ArrayList<>();
        for (int node = 0; node < windows.get(0).nodes().size(); node++) {
            nodes.add(Statistics.jsonNumber(Window.median(windows(windows, node), tenant) / Statistics.MEGA));
        }
        members.put("medianMBpsOfNodes", nodes);
        return members;
    }
}
