package io.hdfsthrottle.bench.scenario.cluster;

import io.hdfsthrottle.bench.load.placed.Reader;
import io.hdfsthrottle.bench.load.placed.ThreeNodes;
import io.hdfsthrottle.bench.scenario.cluster.Entitlements.Claim;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A part of a case in which nothing changes.
 *
 * @param name the difference from the phase before
 * @param terms of each tenant; those that do not read have terms, too
 * @param readers the readers
 */
record Phase(String name, List<Terms> terms, List<Reader> readers) {

    /** A tenant's priority, and its limit in bytes a second over all nodes; infinite for none. */
    record Terms(int priority, double limit) {

        static Terms of(int priority) {
            return new Terms(priority, Double.POSITIVE_INFINITY);
        }
    }

    Phase {
        terms = List.copyOf(terms);
        readers = List.copyOf(readers);
    }

    /** Sets the tenants' terms. */
    void begin(ThreeNodes nodes) throws IOException {
        for (int tenant = 0; tenant < terms.size(); tenant++) {
            nodes.terms(tenant, terms.get(tenant).priority(), terms.get(tenant).limit());
        }
    }

    /** The tenants that read on any node. */
    List<Integer> reading() {
        return readers.stream().map(Reader::tenant).distinct().sorted().toList();
    }

    /** The tenants' dues for nodes of these capacities, in bytes a second; 0 for one that does not read. */
    List<Double> due(List<Double> capacities) {
        List<Double> due = Entitlements.of(
                capacities,
                reading().stream()
                        .map(tenant -> claim(tenant, capacities.size()))
                        .toList());
        List<Double> all = new ArrayList<>(Collections.nCopies(terms.size(), 0.0));
        for (int i = 0; i < due.size(); i++) {
            all.set(reading().get(i), due.get(i));
        }
        return all;
    }

    private Claim claim(int tenant, int nodes) {
        double[] wants = new double[nodes];
        readers.stream()
                .filter(reader -> reader.tenant() == tenant)
                .forEach(reader -> wants[reader.node()] += reader.rate());
        Terms own = terms.get(tenant);
        return new Claim(
                own.priority(), own.limit(), DoubleStream.of(wants).boxed().toList());
    }
}
