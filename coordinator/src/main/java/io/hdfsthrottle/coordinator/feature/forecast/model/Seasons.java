package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Properties of a series that are needed to choose a model: the length of its seasons, and the differences that make it
 * stationary. Pure.
 */
public final class Seasons {
    /** Shorter seasons are covered by lags. */
    public static final int SHORTEST = 4;

    /** The autocorrelation from which on a series repeats itself. */
    private static final double ALIKE = 0.3;

    /** Seasons stronger than this need a difference: Hyndman's forecast package, {@code nsdiffs}. */
    private static final double STRONG = 0.64;

    /** The 5 % level of the test. */
    private static final double CRITICAL = 0.463;

    private Seasons() {}

    /**
     * The length of a season: the lag with the highest peak of the autocorrelation, after the first lag at which that
     * is not positive. 1 if there is none. The series needs at least three seasons.
     *
     * @param longest the longest season to search for
     */
    public static int period(double[] series, int longest) {
        int last = Math.min(longest, series.length / 3);
        double[] like = IntStream.rangeClosed(0, last + 1)
                .mapToDouble(lag -> autocovariance(series, lag))
                .toArray();
        int from = 1;
        while (from <= last && like[from] > 0) {
            from++;
        }
        return IntStream.rangeClosed(Math.max(from, SHORTEST), last)
                .filter(lag -> like[lag] >= Math.max(like[lag - 1], like[lag + 1]) && like[lag] > ALIKE * like[0])
                .boxed()
                .max(Comparator.comparingDouble((Integer lag) -> like[lag]).thenComparing(Comparator.reverseOrder()))
                .orElse(1);
    }

    /**
     * Whether seasons are so strong that they need a difference (Wang, Smith, Hyndman: Characteristic-Based Clustering
     * for Time Series Data, 2006, section 3.1).
     */
    static boolean takeDifference(double[] series, int period) {
        if (period < 2 || series.length < 3 * period) {
            return false;
        }
        int half = period / 2;
        int count = series.length - 2 * half;
        double[] detrended = new double[count];
        double[] seasons = new double[period];
        int[] seen = new int[period];
        for (int i = 0; i < count; i++) {
            detrended[i] = series[i + half] - trend(series, i + half, period);
            seasons[i % period] += detrended[i];
            seen[i % period]++;
        }
        double[] remainder = new double[count];
        for (int i = 0; i < count; i++) {
            remainder[i] = detrended[i] - seasons[i % period] / seen[i % period];
        }
        double all = autocovariance(detrended, 0);
        return all > 0 && 1 - autocovariance(remainder, 0) / all > STRONG;
    }

    private static double trend(double[] series, int centre, int period) {
        int half = period / 2;
        double sum = 0;
        for (int i = centre - half; i <= centre + half; i++) {
            boolean end = period % 2 == 0 && Math.abs(i - centre) == half;
            sum += (end ? 0.5 : 1) * series[i];
        }
        return sum / period;
    }

    /**
     * How many differences are needed until the test no longer finds the series non-stationary: Kwiatkowski, Phillips,
     * Schmidt, Shin: Testing the Null Hypothesis of Stationarity, 1992; the lags of the variance are those of
     * {@code ndiffs} in R.
     */
    static int differences(double[] series, int most) {
        double[] now = series;
        int times = 0;
        while (times < most && wanders(now)) {
            now = Arrays.copyOfRange(Lags.difference(1, 1).of(now), 1, now.length);
            times++;
        }
        return times;
    }

    private static boolean wanders(double[] series) {
        int n = series.length;
        double variance = autocovariance(series, 0);
        int lags = (int) (3 * Math.sqrt(n) / 13);
        for (int lag = 1; lag <= lags; lag++) {
            variance += 2 * (1 - lag / (lags + 1.0)) * autocovariance(series, lag);
        }
        double mean = mean(series);
        double sum = 0;
        double squares = 0;
        for (double each : series) {
            sum += each - mean;
            squares += sum * sum;
        }
        return variance > 0 && squares / ((double) n * n * variance) > CRITICAL;
    }

    private static double autocovariance(double[] series, int lag) {
        double mean = mean(series);
        double sum = 0;
        for (int t = lag; t < series.length; t++) {
            sum += (series[t] - mean) * (series[t - lag] - mean);
        }
        return sum / series.length;
    }

    private static double mean(double[] series) {
        return Arrays.stream(series).average().orElse(0);
    }
}
