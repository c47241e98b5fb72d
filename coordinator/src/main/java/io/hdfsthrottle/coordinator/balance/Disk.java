package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.Terms;
import java.util.Arrays;
import java.util.List;

/**
 * One disk and the tenants that have demand or a part of their limit on it. Modified only while its balance is
 * computed.
 */
final class Disk {
    /** The tenant has never had a part of its limit on this disk. */
    static final double NO_SPLIT = -1;

    final String volume;

    /** When it was last reported, in nanoseconds. */
    final long seen;

    /** Throughput, in bytes per second; infinite while no tenant is throttled and the capacity is unknown. */
    double capacity;

    /** Whether any tenant is throttled. */
    boolean contended;

    /**
     * The level at which its capacity is used up, in bytes per second for a point of weight; infinite where it is not.
     */
    double level;

    int size;
    int[] column;
    boolean[] backlogged;

    double[] demand;
    double[] given;
    double[] weight;
    double[] reservation;
    double[] split;
    double[] held;
    long[] since;

    /** When the tenant's demand on this disk began, in nanoseconds. */
    long[] arrived;

    /** The terms last sent for it. */
    List<Terms> terms = List.of();

    Disk(String volume, long seen, int most) {
        this.volume = volume;
        this.seen = seen;
        this.level = Double.POSITIVE_INFINITY;
        resize(most);
        size = 0;
    }

    private void resize(int most) {
        column = column == null ? new int[most] : Arrays.copyOf(column, most);
        backlogged = backlogged == null ? new boolean[most] : Arrays.copyOf(backlogged, most);
        demand = grown(demand, most);
        given = grown(given, most);
        weight = grown(weight, most);
        reservation = grown(reservation, most);
        split = grown(split, most);
        held = grown(held, most);
        since = since == null ? new long[most] : Arrays.copyOf(since, most);
        arrived = arrived == null ? new long[most] : Arrays.copyOf(arrived, most);
    }

    private static double[] grown(double[] values, int most) {
        return values == null ? new double[most] : Arrays.copyOf(values, most);
    }

    /** Adds a tenant that has only a weight so far. */
    int add(int newColumn, double priority) {
        if (size == column.length) {
            resize(size + 4);
        }
        column[size] = newColumn;
        weight[size] = priority;
        split[size] = NO_SPLIT;
        return size++;
    }

    /** Adds a tenant with what {@code other} granted to it. */
    int addGranted(int newColumn, Disk other, int cell) {
        int i = add(newColumn, other.weight[cell]);
        given[i] = other.given[cell];
        reservation[i] = other.reservation[cell];
        split[i] = other.split[cell];
        held[i] = other.held[cell];
        since[i] = other.since[cell];
        arrived[i] = other.arrived[cell];
        return i;
    }

    /** A copy with other columns; tenants whose new column is -1 are left out. */
    Disk with(int[] newColumns, long newSeen) {
        Disk copy = new Disk(volume, newSeen, size);
        copy.capacity = capacity;
        copy.contended = contended;
        copy.level = level;
        copy.terms = terms;
        for (int i = 0; i < size; i++) {
            int moved = newColumns == null ? column[i] : newColumns[column[i]];
            if (moved >= 0) {
                int to = copy.addGranted(moved, this, i);
                copy.backlogged[to] = backlogged[i];
                copy.demand[to] = demand[i];
            }
        }
        return copy;
    }

    /** The largest part of the tenant's limit that may be in force here. */
    double inForce(int cell, long confirmed) {
        return pending(cell, confirmed) ? Math.max(split[cell], held[cell]) : split[cell];
    }

    /** Whether the node has not confirmed the tenant's part of its limit yet. */
    boolean pending(int cell, long confirmed) {
        return since[cell] > confirmed;
    }

    boolean hasDemand(int cell) {
        return backlogged[cell] || demand[cell] > 0;
    }
}
