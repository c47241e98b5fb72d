package io.hdfsthrottle.bench.scenario.scale;

import java.util.Locale;

/**
 * The events per second while a fleet is measured.
 *
 * @param registrations of applications a second
 * @param priorities changed a second
 * @param moves of a tenant's work from one node a second
 */
record Step(String name, int registrations, int priorities, int moves) {

    static final Step REST = new Step("at rest", 0, 0, 0);
    static final Step REGISTERING = new Step("registering", 10, 0, 0);
    static final Step CHANGING = new Step("changing priorities", 0, 1, 0);
    static final Step MOVING = new Step("demand moves", 0, 0, 10);

    int changes() {
        return registrations + priorities + moves;
    }

    /**
     * The measurements of a step.
     *
     * @param down bytes a second sent to all nodes
     * @param up bytes a second sent by them
     * @param reports a second
     * @param processor the coordinator process's use of one processor
     */
    record Seen(int nodes, Step step, double down, double up, double reports, double processor) {

        /** The bytes sent to a node for each change. */
        double bytesForOneChange() {
            return step.changes() == 0 ? 0 : down / step.changes() / nodes;
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%5d nodes, %-20s %3d changes/s: to nodes %10.0f bytes/s (%.0f a node and change), from nodes %8.0f"
                            + " bytes/s, processor %5.1f %%",
                    nodes,
                    step.name(),
                    step.changes(),
                    down,
                    bytesForOneChange(),
                    up,
                    processor * 100);
        }
    }
}
