package io.hdfsthrottle.link;

import java.time.Duration;
import java.util.Map;

/**
 * The bandwidth that one more stream of a tenant would get at once on each node, in bytes a second, as a coordinator
 * computes it from the nodes' last usage reports. Nodes that are not in it are unknown. Immutable.
 */
public final class EntitlementLeft {

    /** The most nodes in an answer. */
    public static final int MOST_NODES = 4_096;

    /** The most characters in the names of all its nodes. */
    public static final int MOST_CHARACTERS = 256 << 10;

    private final Map<String, Long> nodes;
    private final Duration again;
    private final Duration age;

    /** The bandwidth left on these nodes. */
    public EntitlementLeft(Map<String, Long> nodes, Duration again, Duration age) {
        this.nodes = Map.copyOf(nodes);
        this.again = again;
        this.age = age;
    }

    /** Bytes a second, by {@code host:port} of the node's transfer address; at most {@value #MOST_NODES} nodes. */
    public Map<String, Long> nodes() {
        return nodes;
    }

    /** When to ask for it again; later with more clients and more nodes. */
    public Duration again() {
        return again;
    }

    /** How long ago it was computed. */
    public Duration age() {
        return age;
    }

    /** The same after some time. */
    public EntitlementLeft agedBy(Duration elapsed) {
        return new EntitlementLeft(nodes, again, age.plus(elapsed));
    }

    /** The same, to be asked for again then. */
    public EntitlementLeft askedAgainAfter(Duration newAgain) {
        return new EntitlementLeft(nodes, newAgain, age);
    }

    @Override
    public String toString() {
        return nodes.size() + " nodes, " + age.toMillis() + " ms old";
    }
}
