package io.hdfsthrottle.bench.report;

/** A pass criterion: a measured value and the limit that it must keep, {@code <=} or {@code >=}; NaN keeps none. */
public record Bar(String name, double value, String op, double limit, boolean holds) {

    public static Bar atMost(String name, double value, double limit) {
        return new Bar(name, value, "<=", limit, value <= limit);
    }

    public static Bar atLeast(String name, double value, double limit) {
        return new Bar(name, value, ">=", limit, value >= limit);
    }
}
