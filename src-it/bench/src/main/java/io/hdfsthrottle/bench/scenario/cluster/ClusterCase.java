package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.report.Statistics.numbered;
import static io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.NODES;

import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A case on three nodes: a sequence of phases, and the tenant whose limit is watched all the time, -1 for none. */
record ClusterCase(String name, List<Phase> phases, int limited) {

    /** The placement of the tenants' data; the last one's is like the second's. */
    static final List<Placement> DATA =
            List.of(Placement.of(90, 5, 5), Placement.of(33, 33, 33), Placement.of(5, 5, 90), Placement.of(33, 33, 33));

    static final int SPREAD = 1;
    static final int LAST = 3;

    private static final List<Integer> THREADS = List.of(18, 2, 4, 1); // of tenants with unlimited demand
    private static final List<Integer> SWEEP = List.of(16, 8, 4, 2);
    private static final double LIMIT_PART = 60e6 / (150 << 20); // 60 MB/s on disks of 150 MiB/s

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

    /** A part of a case in which nothing changes; those that do not read have terms, too. */
    record Phase(String name, List<Terms> terms, List<Reader> readers) {

        /** The tenants that read on any node. */
        List<Integer> reading() {
            return readers.stream().map(Reader::tenant).distinct().sorted().toList();
        }

        List<Reader> on(int node) {
            return readers.stream().filter(reader -> reader.node() == node).toList();
        }

        /** The tenants' dues for nodes of these capacities, in bytes a second; 0 for one that does not read. */
        List<Double> due(List<Double> capacities) {
            List<Entitlements.Claim> claims = numbered(terms.size(), tenant -> {
                List<Double> wants = numbered(capacities.size(), node -> wants(tenant, node));
                return new Entitlements.Claim(terms.get(tenant).priority, terms.get(tenant).limit, wants);
            });
            return new Entitlements(capacities, claims).due();
        }

        private double wants(int tenant, int node) {
            return on(node).stream()
                    .filter(reader -> reader.tenant() == tenant)
                    .mapToDouble(Reader::rate)
                    .sum();
        }
    }

    /** The cases except the wandering reader, on nodes of that rate in bytes a second. */
    static List<ClusterCase> all(double rate) {
        return List.of(
                new ClusterCase("skew, equal", List.of(skewed(rate, 1, 1, 1)), -1),
                new ClusterCase("skew, unequal", List.of(skewed(rate, 3, 2, 1), skewed(rate, 1, 2, 3)), -1),
                new ClusterCase("limit", moving(LIMIT_PART * rate), LAST),
                new ClusterCase("sweep", sweep(rate), -1));
    }

    /** A tenant with one limit after another reads on all nodes, beside another (the paper on storage nodes, figure 5). */
    private static List<Phase> sweep(double rate) {
        return numbered(SWEEP.size(), i -> {
            Terms limited = new Terms(8, NODES * rate / SWEEP.get(i));
            List<Terms> terms = List.of(Terms.of(1), Terms.of(1), Terms.of(1), limited);
            return new Phase("at 1/" + SWEEP.get(i) + " of the nodes", terms, beside(0, 1, 2));
        });
    }

    /** Each of the first three tenants reads all its data evenly. */
    private static Phase skewed(double rate, Integer... priorities) {
        List<Reader> readers = new ArrayList<>();
        List<Terms> terms = new ArrayList<>();
        for (int tenant = 0; tenant < priorities.length; tenant++) {
            terms.add(Terms.of(priorities[tenant]));
            for (int node = 0; node < NODES; node++) {
                double wants = DATA.get(tenant).demand(node, rate);
                readers.add(new Reader(tenant, node, Double.isInfinite(wants) ? THREADS.get(tenant) : 1, wants));
            }
        }
        terms.add(Terms.of(1));
        return new Phase(new Placement(List.of(priorities)).title().replace('/', ':'), terms, readers);
    }

    /** A tenant with a limit below its share reads on changing nodes, beside one that reads on all. */
    private static List<Phase> moving(double limit) {
        List<Terms> terms = List.of(Terms.of(1), Terms.of(1), Terms.of(1), new Terms(8, limit));
        return List.of(
                new Phase("on node 1", terms, beside(0)),
                new Phase("on all nodes", terms, beside(0, 1, 2)),
                new Phase("on node 3", terms, beside(2)),
                new Phase("on nodes 1 and 2", terms, beside(0, 1)));
    }

    private static List<Reader> beside(int... nodes) {
        List<Reader> readers =
                new ArrayList<>(numbered(NODES, node -> Reader.greedy(SPREAD, node, THREADS.get(SPREAD))));
        IntStream.of(nodes).forEach(node -> readers.add(Reader.greedy(LAST, node, 2)));
        return readers;
    }
}
