package io.hdfsthrottle.bench.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Statistics of several repeats. */
public final class Statistics {

    /** Bytes of a megabyte. */
    public static final double MEGA = 1e6;

    private Statistics() {}

    /** The middle value; of an even number, the mean of the two in the middle. */
    public static double median(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing has no median");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** That figure of each of them. */
    public static <T> List<Double> each(List<T> all, ToDoubleFunction<? super T> figure) {
        return all.stream().map(one -> figure.applyAsDouble(one)).toList();
    }

    public static double total(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The largest; NaN if there is none, or if one is NaN. */
    public static double largest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** The smallest; NaN if there is none, or if one is NaN. */
    public static double smallest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** From the first quartile to the third, each interpolated between its neighbours. */
    public static double interquartileRange(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return quantile(sorted, 0.75) - quantile(sorted, 0.25);
    }

    private static double quantile(List<Double> sorted, double part) {
        double place = part * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /**
     * The noise of equal repeats: the largest difference between any two of them, in percent of their median. One
     * repeat does not show it: NaN, which keeps no bar and is null in JSON.
     */
    public static double noisePercent(List<Double> repeats) {
        return repeats.size() < 2 ? Double.NaN : (largest(repeats) - smallest(repeats)) / median(repeats) * 100;
    }

    /** In MB/s, median and worst. */
    public static Map<String, Object> megabytes(List<Double> bytesPerSecond) {
        return largeIsGood(each(bytesPerSecond, rate -> rate / MEGA));
    }

    /**
     * Median and worst of values of which small ones are good; an event that never happened is infinite, null in JSON.
     */
    public static Map<String, Object> smallIsGood(List<Double> values) {
        return summary(median(values), largest(values), values);
    }

    /** Median and worst of values of which large ones are good. */
    public static Map<String, Object> largeIsGood(List<Double> values) {
        return summary(median(values), smallest(values), values);
    }

    private static Map<String, Object> summary(double median, double worst, List<Double> values) {
        return new Figures()
                .put("median", median)
                .put("worst", worst)
                .put("repeats", values)
                .members();
    }

    /** The number for JSON: three decimals, null if not finite. */
    public static Object jsonNumber(double value) {
        return Double.isFinite(value) ? rounded(value) : null;
    }

    /** To three decimals: more is noise. */
    public static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
