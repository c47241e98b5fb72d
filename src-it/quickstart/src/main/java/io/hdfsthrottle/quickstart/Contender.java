package io.hdfsthrottle.quickstart;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One of the quickstart's applications that compete for the disks.
 *
 * @param tenant the tenant that it belongs to
 * @param priority the tenant's priority
 * @param threads how many files it reads in parallel, which must not matter
 * @param data the parts of its data on each DataNode
 */
record Contender(String tenant, int priority, int threads, List<Integer> data) {

    Contender {
        data = List.copyOf(data);
    }

    /** A contender with all data on one DataNode. */
    Contender(String tenant, int priority, int threads) {
        this(tenant, priority, threads, List.of(1));
    }

    /** The fraction of its data on the node, 0 to 1. */
    double part(int node) {
        return (double) data.get(node)
                / data.stream().mapToInt(Integer::intValue).sum();
    }

    /** Its data placement in readable form: {@code 90/5/5}. */
    String placement() {
        return data.stream().map(Object::toString).collect(Collectors.joining("/"));
    }
}
