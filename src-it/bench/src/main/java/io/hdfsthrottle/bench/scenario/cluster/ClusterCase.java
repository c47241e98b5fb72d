package io.hdfsthrottle.bench.scenario.cluster;

import static io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.NODES;

import io.hdfsthrottle.bench.scenario.cluster.Phase.Reader;
import io.hdfsthrottle.bench.scenario.cluster.Phase.Terms;
import io.hdfsthrottle.bench.scenario.cluster.ThreeNodes.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A case on three nodes: a sequence of phases.
 *
 * @param name on the command line
 * @param limited the tenant whose limit is watched all the time; -1 if none is
 */
record ClusterCase(String name, List<Phase> phases, int limited) {

    /** The placement of the tenants' data; the last one's is like the second's. */
    static final List<Placement> DATA =
            List.of(Placement.of(90, 5, 5), Placement.of(33, 33, 33), Placement.of(5, 5, 90), Placement.of(33, 33, 33));

    static final int SPREAD = 1;
    static final int LAST = 3;

    /** The threads of a tenant with unlimited demand. */
    private static final List<Integer> THREADS = List.of(18, 2, 4, 1);

    /** A limit of 60 MB/s on disks of 150 MiB/s, and in proportion on others. */
    private static final double LIMIT_PART = 60e6 / (150 << 20);

    /** The cases except the wandering reader, on nodes of that rate in bytes a second. */
    static List<ClusterCase> all(double rate) {
        return List.of(
                new ClusterCase("skew, equal", List.of(skewed(rate, 1, 1, 1)), -1),
                new ClusterCase("skew, unequal", List.of(skewed(rate, 3, 2, 1), skewed(rate, 1, 2, 3)), -1),
                new ClusterCase("limit", moving(LIMIT_PART * rate), LAST));
    }

    /** Each of the first three tenants reads all its data evenly. */
    private static Phase skewed(double rate, Integer... priorities) {
        List<Reader> readers = new ArrayList<>();
        for (int tenant = 0; tenant < priorities.length; tenant++) {
            for (int node = 0; node < NODES; node++) {
                double wants = DATA.get(tenant).demand(node, rate);
                readers.add(new Reader(tenant, node, Double.isInfinite(wants) ? THREADS.get(tenant) : 1, wants));
            }
        }
        List<Terms> terms =
                List.of(Terms.of(priorities[0]), Terms.of(priorities[1]), Terms.of(priorities[2]), Terms.of(1));
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
        List<Reader> readers = new ArrayList<>();
        IntStream.range(0, NODES).forEach(node -> readers.add(Reader.greedy(SPREAD, node, THREADS.get(SPREAD))));
        IntStream.of(nodes).forEach(node -> readers.add(Reader.greedy(LAST, node, 2)));
        return readers;
    }
}
