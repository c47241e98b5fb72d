package io.hdfsthrottle.tuning;

import java.util.Arrays;

/** The median of the last few values: single outliers do not matter. Not thread-safe. */
final class RecentMedian {

    private final double[] values;
    private int count;

    RecentMedian(int most) {
        values = new double[most];
    }

    void add(double value) {
        values[count++ % values.length] = value;
    }

    void forget() {
        count = 0;
    }

    /** How many were added since the beginning. */
    int count() {
        return count;
    }

    /**
     * The median; not to be called before a value was added. Of an even number the greater one of the two in the
     * middle.
     */
    double median() {
        double[] sorted = Arrays.copyOf(values, Math.min(count, values.length));
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
