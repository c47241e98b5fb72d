package io.hdfsthrottle.rig.quickstart;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One of the applications that share the disks.
 *
 * @param tenant who owns it
 * @param priority what its share is worth
 * @param threads how many files it reads at once, which must not matter
 * @param data how its data lies on the DataNodes, in parts
 */
record Contender(String tenant, int priority, int threads, List<Integer> data) {

    Contender {
        data = List.copyOf(data);
    }

    /** One whose data is all on one DataNode. */
    Contender(String tenant, int priority, int threads) {
        this(tenant, priority, threads, List.of(1));
    }

    /** Which part of its data is on the node, 0 to 1. */
    double part(int node) {
        return (double) data.get(node)
                / data.stream().mapToInt(Integer::intValue).sum();
    }

    /** How its data lies, for people: {@code 90/5/5}. */
    String placement() {
        return data.stream().map(Object::toString).collect(Collectors.joining("/"));
    }
}
