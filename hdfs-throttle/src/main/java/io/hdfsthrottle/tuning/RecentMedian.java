package io.hdfsthrottle.tuning;

import java.util.Arrays;

/** The median of the last few values: single outliers do not matter. Not thread-safe. */
final class RecentMedian {

    private final double[] values;
    private int next;
    private int count;

    RecentMedian(int most) {
        values = new double[most];
    }

    void add(double value) {
        values[next] = value;
        next = (next + 1) % values.length;
        count = Math.min(count + 1, values.length);
    }

    void forget() {
        next = 0;
        count = 0;
    }

    /** How many of the last few there are: those that were added, at most as many as are kept. */
    int count() {
        return count;
    }

    /**
     * The median; not to be called before a value was added. Of an even number the greater one of the two in the
     * middle.
     */
    double median() {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
