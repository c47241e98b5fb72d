package io.hdfsthrottle.bench.report;

import java.util.Map;

/**
 * A pass criterion: a measured value and the limit that it must keep.
 *
 * @param op on which side of the limit the value must be, {@code <=} or {@code >=}, in tables and in JSON
 */
public record Bar(String name, double value, String op, double limit) {

    private static final String AT_MOST = "<=";

    /** The value must not exceed the limit. */
    public static Bar atMost(String name, double value, double limit) {
        return new Bar(name, value, AT_MOST, limit);
    }

    /** The value must not be below the limit. */
    public static Bar atLeast(String name, double value, double limit) {
        return new Bar(name, value, ">=", limit);
    }

    /** Whether the value keeps the limit. NaN keeps none. */
    public boolean holds() {
        return op.equals(AT_MOST) ? value <= limit : value >= limit;
    }

    /** Its members in JSON; a value that is no finite number is null there. */
    Map<String, Object> members() {
        return new Figures()
                .put("name", name)
                .put("value", value)
                .put("op", op)
                .put("limit", limit)
                .put("holds", holds())
                .members();
    }
}
