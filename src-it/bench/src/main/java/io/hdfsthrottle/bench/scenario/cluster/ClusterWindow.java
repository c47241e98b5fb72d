package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.report.Window;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rates of all tenants in one window.
 *
 * @param nodes for each node, its tenants' rates there
 */
record ClusterWindow(List<Window> nodes) {

    private static final double PERCENT = 100;

    ClusterWindow {
        nodes = List.copyOf(nodes);
    }

    /** A tenant's rate from all nodes, in bytes a second. */
    double tenant(int tenant) {
        return nodes.stream().mapToDouble(node -> node.rates().get(tenant)).sum();
    }

    /** The total rate, in bytes a second. */
    double total() {
        return nodes.stream().mapToDouble(Window::total).sum();
    }

    /** The tenants' dues of the nodes' throughput, in bytes a second. */
    List<Double> due(Phase phase) {
        return phase.due(nodes.stream().map(Window::total).toList());
    }

    /** The deviation of a tenant's total from its due, in percent of that. */
    double errorPercent(Phase phase, int tenant) {
        return Math.abs(tenant(tenant) / due(phase).get(tenant) - 1) * PERCENT;
    }

    /** The same of the tenant that deviates most. */
    double worstErrorPercent(Phase phase) {
        return IntStream.range(0, phase.terms().size())
                .filter(phase::reads)
                .mapToDouble(tenant -> errorPercent(phase, tenant))
                .max()
                .orElse(Double.NaN);
    }
}
