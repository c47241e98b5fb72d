package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.grant.Terms;
import java.util.Arrays;
import java.util.List;

/** One disk and those tenants on it that want something, or have a part of their limit there. Changed while a balance is made, never afterwards. */
final class Disk {
    /** No part of a limit was ever given. */
    static final double NO_SPLIT = -1;

    final String volume;

    /** When it was last in a report, in nanoseconds. */
    final long seen;

    /** What it gives; infinite where no tenant is held back and it is not known. */
    double capacity;

    /** Whether somebody is held back. */
    boolean contended;

    /** The level at which its capacity is used up, in bytes per second for a point of weight; infinite where it is not. */
    double level;

    int size;
    int[] column;
    boolean[] backlogged;

    /** Whether the tenant was said to be held back for the first time, although it got less than it could have: not believed yet. */
    boolean[] doubted;

    double[] demand;
    double[] given;
    double[] weight;
    double[] reservation;
    double[] split;
    double[] held;
    long[] since;

    /** When the tenant began to want something there, in nanoseconds. */
    long[] arrived;

    /** What was said of it last. */
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
        doubted = doubted == null ? new boolean[most] : Arrays.copyOf(doubted, most);
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

    /** Another tenant, with nothing yet but its weight. */
    int add(int newColumn, double priority) {
        if (size == column.length) {
            resize(size + 4);
        }
        column[size] = newColumn;
        weight[size] = priority;
        split[size] = NO_SPLIT;
        return size++;
    }

    /** Another tenant, with what was granted to it in {@code other}. */
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

    /** The same with other columns: -1 for tenants that are no more. */
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
                copy.doubted[to] = doubted[i];
                copy.demand[to] = demand[i];
            }
        }
        return copy;
    }

    /** The most that may be in force of the tenant's limit. */
    double inForce(int cell, long confirmed) {
        return pending(cell, confirmed) ? Math.max(split[cell], held[cell]) : split[cell];
    }

    /** Whether the node has not confirmed the tenant's part of its limit yet. */
    boolean pending(int cell, long confirmed) {
        return since[cell] > confirmed;
    }

    boolean wants(int cell) {
        return backlogged[cell] || demand[cell] > 0;
    }
}
