package io.hdfsthrottle.cli.policy.translate;

import java.util.Collections;
import java.util.List;

/**
 * Whole numbers that are to each other as shares are: below the priority of HDFS's own work if that is possible, and
 * else from 1 to 100, as well as such numbers can be.
 */
final class Priorities {
    /** The priority of HDFS's own tenants in a new policy. */
    static final int OF_HDFS = 10;

    private static final int HIGHEST = 100;

    /** Numbers below {@link #OF_HDFS} are kept if ratios are as exact as this. */
    private static final double NEAR = 1.05;

    /** Numbers that are of a hundred, as percentages, are kept if ratios are as exact as this. */
    private static final double EXACT = 1.01;

    /** What is less than this part of all counts as it: even the least priority is too much for it. */
    private static final double LEAST = 0.001;

    private Priorities() {}

    /** Of parts of a whole, in their order. What would be below 1 is 1. */
    static List<Integer> of(List<Double> parts) {
        double sum = parts.stream().mapToDouble(Double::doubleValue).sum();
        double most = parts.isEmpty() ? 0 : Collections.max(parts);
        if (most == 0) {
            return parts.stream().map(none -> 1).toList();
        }
        List<Integer> low = best(parts, scaled(parts, 1 / most), OF_HDFS - 1);
        if (off(parts, low) <= NEAR) {
            return low;
        }
        List<Integer> best = scaled(parts, HIGHEST / sum);
        if (off(parts, best) <= EXACT) {
            return best;
        }
        return best(parts, best, HIGHEST);
    }

    /** The best of those and of numbers up to that one. */
    private static List<Integer> best(List<Double> parts, List<Integer> those, int most) {
        List<Integer> best = those;
        for (int highest = 1; highest <= most; highest++) {
            List<Integer> other = scaled(parts, highest / Collections.max(parts));
            if (off(parts, other) < off(parts, best) - 1e-9) {
                best = other;
            }
        }
        return best;
    }

    private static List<Integer> scaled(List<Double> parts, double scale) {
        return parts.stream()
                .map(part -> (int) Math.max(1, Math.min(HIGHEST, Math.round(part * scale))))
                .toList();
    }

    /** By how much the most favoured is favoured over the least. */
    private static double off(List<Double> parts, List<Integer> priorities) {
        double sum = parts.stream().mapToDouble(Double::doubleValue).sum();
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int i = 0; i < parts.size(); i++) {
            double favour = priorities.get(i) / Math.max(LEAST, parts.get(i) / sum);
            least = Math.min(least, favour);
            most = Math.max(most, favour);
        }
        return most / least;
    }
}
