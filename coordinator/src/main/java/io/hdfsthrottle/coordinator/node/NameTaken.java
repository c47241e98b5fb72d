package io.hdfsthrottle.coordinator.node;

/** Thrown if a node reports under the name of another node that is alive. */
public final class NameTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String node;
    private final String holder;
    private final String refused;
    private final boolean first;

    NameTaken(String node, String holder, String refused, boolean first) {
        super("Node " + node + " reports from " + holder + ", so that what " + refused
                + " reports under this name is refused: give each DataNode its own hdfs.throttle.node");
        this.node = node;
        this.holder = holder;
        this.refused = refused;
        this.first = first;
    }

    public String node() {
        return node;
    }

    /** The address and instance of the node that has the name. */
    public String holder() {
        return holder;
    }

    /** The address and instance of the node that is refused. */
    public String refused() {
        return refused;
    }

    /** Whether that instance is refused for the first time. */
    public boolean isFirst() {
        return first;
    }
}
