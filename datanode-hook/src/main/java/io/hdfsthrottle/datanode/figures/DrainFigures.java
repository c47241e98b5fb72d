package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.usage.DrainFacts;

/** What is left on one volume that is to be drained, as JMX shows it. Immutable. */
public final class DrainFigures {

    private final String volume;
    private final DrainFacts left;

    DrainFigures(String volume, DrainFacts left) {
        this.volume = volume;
        this.left = left;
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume;
    }

    /** The number of replicas there. */
    public long getReplicas() {
        return left.replicas();
    }

    /** Their total size. */
    public long getBytes() {
        return left.bytes();
    }

    /** Why they are not being moved now; empty if they are, or if there are none. */
    public String getTrouble() {
        return left.trouble();
    }
}
