package io.hdfsthrottle.bench.load.placed;

import java.util.Collections;
import java.util.List;

/**
 * The distribution of a tenant's data over the nodes, in parts that need not sum to a hundred. Immutable.
 *
 * @param parts of each node, at least 1
 */
public record Placement(List<Integer> parts) {

    public Placement {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || Collections.min(parts) < 1) {
            throw new IllegalArgumentException("every node has a part of at least 1, not " + parts);
        }
    }

    public static Placement of(Integer... parts) {
        return new Placement(List.of(parts));
    }

    /** How many of so many blocks are on the node, at least one. */
    public int blocks(int node, int all) {
        int sum = parts.stream().mapToInt(Integer::intValue).sum();
        return Math.max(1, Math.round((float) all * parts.get(node) / sum));
    }

    /**
     * The demand on the node of a tenant that reads its data evenly: unlimited where most of its data is, and elsewhere
     * in proportion to the most that such a node can give.
     *
     * @param rate of a node, in bytes a second
     * @return bytes a second, or infinite
     */
    public double demand(int node, double rate) {
        int most = Collections.max(parts);
        return parts.get(node) == most ? Double.POSITIVE_INFINITY : rate * parts.get(node) / most;
    }

    /** The text used in titles. */
    public String title() {
        return String.join("/", parts.stream().map(Object::toString).toList());
    }
}
