package io.hdfsthrottle.bench.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** One promise in numbers: a measured value and the limit that it must keep. */
public record Bar(String name, double value, Op op, double limit) {

    /** On which side of the limit the value must be. */
    public enum Op {
        AT_MOST("<="),
        AT_LEAST(">=");

        private final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        /** As it stands in tables and in JSON. */
        public String sign() {
            return sign;
        }
    }

    /** The value may be so much at most. */
    public static Bar atMost(String name, double value, double limit) {
        return new Bar(name, value, Op.AT_MOST, limit);
    }

    /** The value must be so much at least. */
    public static Bar atLeast(String name, double value, double limit) {
        return new Bar(name, value, Op.AT_LEAST, limit);
    }

    /** Whether the value keeps the limit. What is not a number keeps none. */
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
