package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.report.Window;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What everybody got in one window.
 *
 * @param nodes of each node what its tenants got there
 */
record ClusterWindow(List<Window> nodes) {

    private static final double PERCENT = 100;

    ClusterWindow {
        nodes = List.copyOf(nodes);
    }

    /** What a tenant got of all nodes, in bytes a second. */
    double tenant(int tenant) {
        return nodes.stream().mapToDouble(node -> node.rates().get(tenant)).sum();
    }

    /** What all got, in bytes a second. */
    double total() {
        return nodes.stream().mapToDouble(Window::total).sum();
    }

    /** What the tenants are due of what the nodes gave, in bytes a second. */
    List<Double> due(Phase phase) {
        return phase.due(nodes.stream().map(Window::total).toList());
    }

    /** By how much a tenant's total misses what it is due, in percent of that. */
    double errorPercent(Phase phase, int tenant) {
        return Math.abs(tenant(tenant) / due(phase).get(tenant) - 1) * PERCENT;
    }

    /** The same of the tenant that misses it most. */
    double worstErrorPercent(Phase phase) {
        return IntStream.range(0, phase.terms().size())
                .filter(phase::reads)
                .mapToDouble(tenant -> errorPercent(phase, tenant))
                .max()
                .orElse(Double.NaN);
    }
}
