package io.hdfsthrottle.spark.replica;

/** One replica of a block, with the properties that decide its place in the order. Immutable. */
final class Replica {

    private final boolean choosable;
    private final double left;
    private final boolean local;
    private final String rack;

    private Replica(boolean choosable, double left, boolean local, String rack) {
        this.choosable = choosable;
        this.left = left;
        this.local = local;
        this.rack = rack;
    }

    /**
     * A replica on a known node.
     *
     * @param left the rate that one more stream of the tenant would get there, in bytes a second, not negative
     * @param local whether it is on the reader's own machine
     * @param rack the network location of its node
     */
    static Replica on(double left, boolean local, String rack) {
        return new Replica(true, left, local, rack);
    }

    /** A replica that keeps its place: its node is unknown, or HDFS has reasons of its own to put it last. */
    static Replica untouched() {
        return new Replica(false, 0, false, "");
    }

    boolean choosable() {
        return choosable;
    }

    double left() {
        return left;
    }

    boolean local() {
        return local;
    }

    String rack() {
        return rack;
    }
}
