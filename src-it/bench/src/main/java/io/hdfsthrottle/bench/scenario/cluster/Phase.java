package io.hdfsthrottle.bench.scenario.cluster;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of a case in which nothing changes.
 *
 * @param name the difference from the phase before
 * @param terms of each tenant; those that do not read have terms, too
 */
record Phase(String name, List<Terms> terms, List<Reader> readers) {

    /** A tenant's priority, and its limit in bytes a second over all nodes; infinite for none. */
    record Terms(int priority, double limit) {

        static Terms of(int priority) {
            return new Terms(priority, Double.POSITIVE_INFINITY);
        }
    }

    /** So many threads of a tenant on a node, or one at that rate in bytes a second; infinite for an unlimited one. */
    record Reader(int tenant, int node, int threads, double rate) {

        static Reader greedy(int tenant, int node, int threads) {
            return new Reader(tenant, node, threads, Double.POSITIVE_INFINITY);
        }
    }

    /** The tenants that read on any node. */
    List<Integer> reading() {
        return readers.stream().map(Reader::tenant).distinct().sorted().toList();
    }

    List<Reader> on(int node) {
        return readers.stream().filter(reader -> reader.node() == node).toList();
    }

    /** The tenants' dues for nodes of these capacities, in bytes a second; 0 for one that does not read. */
    List<Double> due(List<Double> capacities) {
        return Entitlements.of(
                capacities,
                IntStream.range(0, terms.size())
                        .mapToObj(tenant -> new Entitlements.Claim(
                                terms.get(tenant).priority(),
                                terms.get(tenant).limit(),
                                IntStream.range(0, capacities.size())
                                        .mapToObj(node -> wants(tenant, node))
                                        .toList()))
                        .toList());
    }

    private double wants(int tenant, int node) {
        return on(node).stream()
                .filter(reader -> reader.tenant() == tenant)
                .mapToDouble(Reader::rate)
                .sum();
    }
}
