package io.hdfsthrottle.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is said of several repeats. */
final class Statistics {

    private static final double DIGITS = 1000;

    private Statistics() {}

    /** The one in the middle; of an even number, the mean of the two in the middle. */
    static double median(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing has no median");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    static double largest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    static double smallest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** Median and worst of values of which small ones are good; what never happened is infinite, in JSON null. */
    static Map<String, Object> smallIsGood(List<Double> values) {
        return summary(median(values), largest(values), values);
    }

    /** Median and worst of values of which large ones are good. */
    static Map<String, Object> largeIsGood(List<Double> values) {
        return summary(median(values), smallest(values), values);
    }

    private static Map<String, Object> summary(double median, double worst, List<Double> values) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("median", jsonNumber(median));
        members.put("worst", jsonNumber(worst));
        members.put("repeats", values.stream().map(Statistics::jsonNumber).toList());
        return members;
    }

    /** As it stands in JSON: three digits after the point, null for what is no finite number. */
    static Object jsonNumber(double value) {
        return Double.isFinite(value) ? rounded(value) : null;
    }

    /** To three digits after the point: more is noise. */
    static double rounded(double value) {
        return Math.round(value * DIGITS) / DIGITS;
    }
}
