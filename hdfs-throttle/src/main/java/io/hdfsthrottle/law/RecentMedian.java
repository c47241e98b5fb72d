package io.hdfsthrottle.law;

import java.util.Arrays;

/** The median of the last few values: one that was spoiled by whatever else happened does not matter. Not thread-safe. */
final class RecentMedian {

    /** Of so many values. */
    static final int VALUES = 5;

    /** From so many on it is believed. */
    static final int ENOUGH = 2;

    private final double[] values = new double[VALUES];
    private int count;

    void add(double value) {
        values[count++ % VALUES] = value;
    }

    void forget() {
        count = 0;
    }

    boolean isKnown() {
        return count >= ENOUGH;
    }

    /** How many were added since the beginning. */
    int count() {
        return count;
    }

    /** The median; not to be asked before a value was added. Of an even number the smaller one of the two in the middle. */
    double median() {
        double[] sorted = Arrays.copyOf(values, Math.min(count, VALUES));
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
