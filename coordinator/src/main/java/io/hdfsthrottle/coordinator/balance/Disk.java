package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.Terms;
import java.util.ArrayList;
import java.util.List;

/**
 * One disk and the tenants that have demand or a part of their limit on it. Modified only while its balance is
 * computed.
 */
final class Disk {
    final String volume;

    /** When it was last reported, in nanoseconds. */
    final long seen;

    final List<Cell> cells;

    /** Throughput, in bytes per second; infinite while no tenant is throttled and the capacity is unknown. */
    double capacity;

    /** Whether any tenant is throttled. */
    boolean contended;

    /**
     * The level at which its capacity is used up, in bytes per second for a point of weight; infinite where it is not.
     */
    double level = Double.POSITIVE_INFINITY;

    /** The terms last sent for it. */
    List<Terms> terms = List.of();

    Disk(String volume, long seen, int cells) {
        this.volume = volume;
        this.seen = seen;
        this.cells = new ArrayList<>(cells);
    }

    Cell add(Cell cell) {
        cells.add(cell);
        return cell;
    }

    /** A copy with other columns; null for the same. Tenants whose new column is -1 are left out. */
    Disk with(int[] newColumns) {
        Disk copy = new Disk(volume, seen, cells.size());
        copy.capacity = capacity;
        copy.contended = contended;
        copy.level = level;
        copy.terms = terms;
        for (Cell cell : cells) {
            int moved = newColumns == null ? cell.column : newColumns[cell.column];
            if (moved >= 0) {
                Cell to = copy.add(cell.granted(moved));
                to.backlogged = cell.backlogged;
                to.demand = cell.demand;
            }
        }
        return copy;
    }
}
