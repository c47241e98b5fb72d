package io.hdfsthrottle.bench.paper;

import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Validity;
import java.util.List;
import java.util.Map;

/** What a run found: the figures of its JSON. */
record Told(Map<String, Object> json) {

    /**
     * The figure of that path, its names with {@code >} between them; null if there is none. What is in a list has a
     * number, from 0 on; {@code *} is the median of all in it, {@code +} their sum.
     */
    Object at(String path) {
        return at(json.get("figures"), List.of(path.split(" > ", -1)));
    }

    /** The number of that path, or the median of its repeats; NaN if there is none. */
    double number(String path) {
        return number(at(path));
    }

    /** The bars, by name, that say of the run or of a part of it that it is not valid. */
    List<String> notValid() {
        return ((List<?>) json.getOrDefault("bars", List.of()))
                .stream()
                        .map(bar -> (Map<?, ?>) bar)
                        .filter(bar -> !Boolean.TRUE.equals(bar.get("holds")))
                        .map(bar -> bar.get("name").toString())
                        .filter(name -> name.startsWith(Validity.VALID))
                        .map(name -> name.substring(Validity.VALID.length()))
                        .toList();
    }

    private static double number(Object found) {
        Object one = found instanceof Map<?, ?> summary ? summary.get("median") : found;
        return one instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static Object at(Object from, List<String> path) {
        if (path.isEmpty()) {
            return from;
        }
        String name = path.get(0);
        List<String> rest = path.subList(1, path.size());
        if (from instanceof Map<?, ?> map) {
            return at(map.get(name), rest);
        }
        if (!(from instanceof List<?> list)) {
            return null;
        }
        return switch (name) {
            case "*" -> Statistics.median(Statistics.each(list, one -> number(at(one, rest))));
            case "+" -> Statistics.total(Statistics.each(list, one -> number(at(one, rest))));
            default -> Integer.parseInt(name) < list.size() ? at(list.get(Integer.parseInt(name)), rest) : null;
        };
    }
}
