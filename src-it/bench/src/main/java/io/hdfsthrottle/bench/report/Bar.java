package io.hdfsthrottle.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** A pass criterion: a measured value and the limit that it must keep. */
public record Bar(String name, double value, Op op, double limit) {

    /** On which side of the limit the value must be. */
    public enum Op {
        AT_MOST("<="),
        AT_LEAST(">=");

        private final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        /** The sign used in tables and in JSON. */
        public String sign() {
            return sign;
        }
    }

    /** The value must not exceed the limit. */
    public static Bar atMost(String name, double value, double limit) {
        return new Bar(name, value, Op.AT_MOST, limit);
    }

    /** The value must not be below the limit. */
    public static Bar atLeast(String name, double value, double limit) {
        return new Bar(name, value, Op.AT_LEAST, limit);
    }

    /** Whether the value keeps the limit. NaN keeps none. */
    public boolean holds() {
        return op == Op.AT_MOST ? value <= limit : value >= limit;
    }

    /** Its members in JSON; a value that is no finite number is null there. */
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", name);
        members.put("value", Double.isFinite(value) ? Statistics.rounded(value) : null);
        members.put("op", op.sign());
        members.put("limit", limit);
        members.put("holds", holds());
        return members;
    }
}
