package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.util.MathArrays;

/** A polynomial in the lag operator, {@code 1 + a1 B + a2 B^2 + ...}. Immutable. */
final class Lags {
    /** The limit of partial autocorrelations: no root may come nearer to the unit circle. */
    private static final double NEAREST = 0.99;

    private final double[] coefficients;
    private final int[] taps;

    private Lags(double... coefficients) {
        this.coefficients = coefficients;
        taps = IntStream.range(1, coefficients.length)
                .filter(lag -> coefficients[lag] != 0)
                .toArray();
    }

    /**
     * The polynomial whose partial autocorrelations are {@code x / sqrt(1 + x^2)} of those values, so that its roots are
     * outside the unit circle whatever they are: Monahan: A Note on Enforcing Stationarity in Autoregressive-Moving
     * Average Models, 1984.
     *
     * @param step the number of lags from one coefficient to the next
     */
    static Lags stable(double[] values, int from, int count, int step) {
        double[] all = new double[count * step + 1];
        all[0] = 1;
        for (int k = 1; k <= count; k++) {
            double partial = NEAREST * values[from + k - 1] / Math.hypot(1, values[from + k - 1]);
            double[] before = all.clone();
            for (int i = 1; i <= k; i++) {
                all[i * step] -= partial * before[(k - i) * step];
            }
        }
        return new Lags(all);
    }

    /** The polynomial that takes that many differences at that lag. */
    static Lags difference(int times, int lag) {
        double[] once = new double[lag + 1];
        once[0] = 1;
        once[lag] = -1;
        Lags product = new Lags(1);
        for (int i = 0; i < times; i++) {
            product = product.times(new Lags(once));
        }
        return product;
    }

    /** The product. */
    Lags times(Lags other) {
        return new Lags(MathArrays.convolve(coefficients, other.coefficients));
    }

    /** The sum of all coefficients. */
    double sum() {
        return DoubleStream.of(coefficients).sum();
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
}
