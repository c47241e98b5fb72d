package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;

/** A polynomial in the lag operator, {@code 1 + a1 B + a2 B^2 + ...}. Immutable. */
final class Lags {
    /** The limit of partial autocorrelations: no root may come nearer to the unit circle. */
    private static final double NEAREST = 0.99;

    private final double[] coefficients;
    private final int[] taps;

    private Lags(double[] coefficients) {
        this.coefficients = coefficients;
        int[] found = new int[coefficients.length];
        int count = 0;
        for (int lag = 1; lag < coefficients.length; lag++) {
            if (coefficients[lag] != 0) {
                found[count++] = lag;
            }
        }
        taps = Arrays.copyOf(found, count);
    }

    /** The polynomial 1. */
    static Lags one() {
        return new Lags(new double[] {1});
    }

    /** The polynomial of these coefficients times a sign, one at every multiple of a step. */
    static Lags of(double[] values, int from, int count, int step, double sign) {
        double[] coefficients = new double[count * step + 1];
        coefficients[0] = 1;
        for (int i = 0; i < count; i++) {
            coefficients[(i + 1) * step] = sign * values[from + i];
        }
        return new Lags(coefficients);
    }

    /** The polynomial that takes that many differences at that lag. */
    static Lags difference(int times, int lag) {
        Lags product = one();
        for (int i = 0; i < times; i++) {
            product = product.times(of(new double[] {1}, 0, 1, lag, -1));
        }
        return product;
    }

    /** The product. */
    Lags times(Lags other) {
        double[] product = new double[coefficients.length + other.coefficients.length - 1];
        for (int i = 0; i < coefficients.length; i++) {
            for (int j = 0; j < other.coefficients.length; j++) {
                product[i + j] += coefficients[i] * other.coefficients[j];
            }
        }
        return new Lags(product);
    }

    /** The sum of all coefficients. */
    double sum() {
        return Arrays.stream(coefficients).sum();
    }

    /** The sum of the coefficients up to that lag. */
    double sumTo(int lag) {
        double sum = 0;
        for (int i = 0; i <= lag && i < coefficients.length; i++) {
            sum += coefficients[i];
        }
        return sum;
    }

    /** The sum over all lags but 0 of a series at that place; values before the series are 0. */
    double before(double[] series, int place) {
        double sum = 0;
        for (int lag : taps) {
            if (lag > place) {
                break;
            }
            sum += coefficients[lag] * series[place - lag];
        }
        return sum;
    }

    /** Applies this polynomial to a whole series. */
    double[] of(double[] series) {
        double[] result = new double[series.length];
        for (int t = 0; t < series.length; t++) {
            result[t] = series[t] + before(series, t);
        }
        return result;
    }

    /** Applies the inverse: the series from which this polynomial makes that one. */
    double[] undo(double[] series) {
        double[] result = new double[series.length];
        for (int t = 0; t < series.length; t++) {
            result[t] = series[t] - before(result, t);
        }
        return result;
    }

    /**
     * Whether all roots are well outside the unit circle: every partial autocorrelation, by Levinson's recursion
     * downwards, is less than 1. For polynomials in every n-th lag, pass n as the step.
     */
    boolean isStable(int step) {
        int order = (coefficients.length - 1) / step;
        double[] a = new double[order + 1];
        for (int i = 1; i <= order; i++) {
            a[i] = coefficients[i * step];
        }
        for (int k = order; k >= 1; k--) {
            double partial = a[k];
            if (!(Math.abs(partial) < NEAREST)) {
                return false;
            }
            double[] shorter = new double[k];
            for (int i = 1; i < k; i++) {
                shorter[i] = (a[i] - partial * a[k - i]) / (1 - partial * partial);
            }
            a = shorter;
        }
        return true;
    }
}
