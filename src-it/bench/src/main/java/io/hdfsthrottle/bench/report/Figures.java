package io.hdfsthrottle.bench.report;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures by name, in their order, as a JSON object. A number has three decimals, and is null if it is not finite. */
public final class Figures {

    private final Map<String, Object> members = new LinkedHashMap<>();

    /** Adds a number, a text, a record, whose components but time lines become members, or a list or map of these. */
    public Figures put(String name, Object value) {
        members.put(name, plain(value));
        return this;
    }

    /** Of records that are repeats: of each number median, least, most, noise and all; of anything else all. */
    public static Figures of(List<? extends Record> repeats) {
        Map<String, List<Object>> byName = new LinkedHashMap<>();
        for (Record repeat : repeats) {
            components(repeat).forEach((name, value) -> byName.computeIfAbsent(name, none -> new ArrayList<>())
                    .add(value));
        }
        Figures figures = new Figures();
        byName.forEach(
                (name, all) -> figures.put(name, all.stream().allMatch(Number.class::isInstance) ? spread(all) : all));
        return figures;
    }

    private static Figures spread(List<Object> numbers) {
        List<Double> values = Statistics.each(numbers, number -> ((Number) number).doubleValue());
        return new Figures()
                .put("median", Statistics.median(values))
                .put("least", Statistics.smallest(values))
                .put("most", Statistics.largest(values))
                .put("noisePercent", Statistics.noisePercent(values))
                .put("repeats", values);
    }

    private static Map<String, Object> components(Record record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            try {
                if (component.getType() != Timeline.class) {
                    values.put(component.getName(), accessor.invoke(record));
                }
            } catch (ReflectiveOperationException failed) {
                throw new IllegalStateException(failed);
            }
        }
        return values;
    }

    private static Object plain(Object value) {
        if (value instanceof Figures figures) {
            return figures.members;
        } else if (value instanceof Latencies latencies) {
            return latencies.members();
        } else if (value instanceof Record record) {
            return plain(components(record));
        } else if (value instanceof List<?> list) {
            return list.stream().map(Figures::plain).toList();
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((name, each) -> plain.put(name.toString(), plain(each)));
            return plain;
        } else if (value instanceof Double number) {
            return Double.isFinite(number) ? Math.round(number * 1000) / 1000.0 : null;
        }
        return value == null || value instanceof Number || value instanceof Boolean ? value : value.toString();
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
        return large(name, Statistics.each(bytesPerSecond, rate -> rate / Statistics.MEGA));
    }

    public Map<String, Object> members() {
        return members;
    }

    @Override
    public String toString() {
        return members.toString();
    }
}
