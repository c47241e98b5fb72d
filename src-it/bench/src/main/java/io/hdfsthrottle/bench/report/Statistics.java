package io.hdfsthrottle.bench.report;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Statistics of several repeats. */
public final class Statistics {

    public static final double MEGA = 1e6; // bytes

    private Statistics() {}

    /** The middle value; of an even number, the mean of the two in the middle; NaN if there is none. */
    public static double median(List<Double> values) {
        return values.isEmpty() ? Double.NaN : quantile(values, 0.5);
    }

    /** What that function makes of the first numbers from 0 on. */
    public static <T> List<T> numbered(int count, IntFunction<T> made) {
        return IntStream.range(0, count).mapToObj(made).toList();
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

    /** The value below which that part of them is, interpolated between its neighbours. */
    public static double quantile(List<Double> values, double part) {
        List<Double> sorted = values.stream().sorted().toList();
        double place = part * (sorted.size() - 1);
        double below = sorted.get((int) place);
        double above = sorted.get((int) Math.ceil(place));
        return below == above ? below : below + (place - (int) place) * (above - below);
    }

    /** The smallest value that this percentage of all does not exceed; NaN if there is none. */
    public static double percentile(List<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        int place = (int) Math.ceil(percent / 100 * sorted.size()) - 1;
        return sorted.isEmpty() ? Double.NaN : sorted.get(Math.max(0, place));
    }

    /** The largest difference between any two repeats, in percent of their median; NaN of one, which keeps no bar. */
    public static double noisePercent(List<Double> repeats) {
        return repeats.size() < 2 ? Double.NaN : (largest(repeats) - smallest(repeats)) / median(repeats) * 100;
    }

    /** Median and worst of values of which small ones are good; what never happened is infinite, null in JSON. */
    public static Map<String, Object> smallIsGood(List<Double> values) {
        return summary(largest(values), values);
    }

    /** Median and worst of values of which large ones are good. */
    public static Map<String, Object> largeIsGood(List<Double> values) {
        return summary(smallest(values), values);
    }

    private static Map<String, Object> summary(double worst, List<Double> values) {
        return new Figures()
                .put("median", median(values))
                .put("worst", worst)
                .put("repeats", values)
                .members();
    }

    /** The largest deviation of a rate from its due, in percent of that. */
    public static double worstErrorPercent(List<Double> rates, List<Double> due) {
        return largest(numbered(due.size(), i -> Math.abs(rates.get(i) / due.get(i) - 1) * 100));
    }
}
