package io.hdfsthrottle.coordinator.balance;

/** A tenant on a disk. Modified only while its balance is computed. Rates are in bytes per second. */
final class Cell {
    final int column;
    boolean backlogged;
    double demand;
    double given;
    double weight;
    double reservation;

    /** The last part of the tenant's limit that was sent; negative if there has never been one on this disk. */
    double split = -1;

    /** The part before that. */
    double held;

    /** The serial of the terms in which the part replaced the one before. */
    long since;

    /** When the tenant's demand on this disk began, in nanoseconds. */
    long arrived;

    Cell(int column, double weight) {
        this.column = column;
        this.weight = weight;
    }

    /** The same tenant at another column with what was granted to it, but no demand. */
    Cell granted(int newColumn) {
        Cell copy = new Cell(newColumn, weight);
        copy.given = given;
        copy.reservation = reservation;
        copy.split = split;
        copy.held = held;
        copy.since = since;
        copy.arrived = arrived;
        return copy;
    }

    /** The largest part of the tenant's limit that may be in force here. */
    double inForce(long confirmed) {
        return pending(confirmed) ? Math.max(split, held) : split;
    }

    /** Whether the node has not confirmed the tenant's part of its limit yet. */
    boolean pending(long confirmed) {
        return since > confirmed;
    }

    boolean hasDemand() {
        return backlogged || demand > 0;
    }

    boolean hasTermsOf(Cell other) {
        return column == other.column
                && weight == other.weight
                && reservation == other.reservation
                && split == other.split;
    }

    /** Whether its demand is met: then it must not be throttled, or its demand would be overestimated. */
    boolean isSatisfied() {
        return given >= demand * (1 - Flow.HAIR);
    }
}
