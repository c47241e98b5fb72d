package io.hdfsthrottle.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures by name, in their order, as a JSON object. A number has three decimals, and is null if it is not finite. */
public final class Figures {

    private final Map<String, Object> members = new LinkedHashMap<>();

    /** Adds a text, a number, other figures, a list of these, or a map of what JSON has. */
    public Figures put(String name, Object value) {
        members.put(name, plain(value));
        return this;
    }

    private static Object plain(Object value) {
        if (value instanceof Figures others) {
            return others.members;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Figures::plain).toList();
        }
        return value instanceof Double number ? Statistics.jsonNumber(number) : value;
    }

    /** Adds the median, the worst and each of values of which small ones are good. */
    public Figures small(String name, List<Double> values) {
        return put(name, Statistics.smallIsGood(values));
    }

    /** Adds the same of values of which large ones are good. */
    public Figures large(String name, List<Double> values) {
        return put(name, Statistics.largeIsGood(values));
    }

    /** Adds the same of rates in bytes a second, as MB/s. */
    public Figures megabytes(String name, List<Double> bytesPerSecond) {
        return put(name, Statistics.megabytes(bytesPerSecond));
    }

    public Map<String, Object> members() {
        return members;
    }
}
