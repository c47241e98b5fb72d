package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.util.Pair;

/**
 * A seasonal ARIMA model: {@code phi(B) Phi(B^m) ((1-B)^d (1-B^m)^D y - mean) = theta(B) Theta(B^m) e}. It is estimated
 * by conditional least squares (Box, Jenkins: Time Series Analysis, section 7.1), as {@code CSS} in R. Immutable, thread-safe.
 */
public final class Arima {
    /** From fewer values nothing is estimated. */
    private static final int LEAST = 20;

    /** The maximum number of steps that improve coefficients, and the part of the sum of squares that ends them. */
    private static final int STEPS = 20;

    private static final double ENOUGH = 1e-4;

    /** More than {@link #STEPS} take: a step that is tried again counts again. */
    private static final int MOST_EVALUATIONS = 500;

    /** The distance over which a slope is measured. */
    private static final double NEAR = 1e-6;

    private final ArimaOrder order;
    private final Lags ar;
    private final Lags ma;
    private final double mean;
    private final double criterion;

    /** @param x the values of {@link Lags#stable} for p, q, P and Q lags, and the mean if there is one */
    private Arima(ArimaOrder order, double[] x, double criterion) {
        this.order = order;
        this.criterion = criterion;
        int seasonal = order.p() + order.q();
        ar = Lags.stable(x, 0, order.p(), 1).times(Lags.stable(x, seasonal, order.seasonalP(), order.period()));
        ma = Lags.stable(x, order.p(), order.q(), 1)
                .times(Lags.stable(x, seasonal + order.seasonalP(), order.seasonalQ(), order.period()));
        mean = order.constant() ? x[x.length - 1] : 0;
    }

    /**
     * Estimates a model.
     *
     * @param series equidistant values, the oldest first
     * @param skip how many differences at the beginning count as given, so that models of one series can be compared
     * @return empty if the series is too short for that order
     */
    public static Optional<Arima> fit(double[] series, ArimaOrder order, int skip) {
        int left = series.length - order.lost() - skip;
        int taken = order.coefficients() + 1;
        if (left < LEAST || left <= 2 * taken || order.reach() >= series.length - order.lost()) {
            return Optional.empty();
        }
        double[] w = differenced(series, order);
        try {
            double[] x = best(w, order, skip);
            RealVector e = residuals(w, order, x, skip);
            double variance = Math.max(e.dotProduct(e) / left, least(series));
            double akaike = left * Math.log(variance) + 2.0 * taken;
            return Optional.of(new Arima(order, x, akaike + 2.0 * taken * (taken + 1) / Math.max(left - taken - 1, 1)));
        } catch (MathRuntimeException degenerate) {
            return Optional.empty();
        }
    }

    /** By the method of Levenberg and Marquardt, from no lags and the mean of all. */
    private static double[] best(double[] w, ArimaOrder order, int skip) {
        double[] start = new double[order.coefficients()];
        if (start.length == 0) {
            return start;
        }
        if (order.constant()) {
            start[start.length - 1] = DoubleStream.of(w).average().orElse(0);
        }
        LeastSquaresProblem problem = new LeastSquaresBuilder()
                .start(start)
                .target(new double[w.length - skip])
                .model(x -> withSlopes(w, order, x.toArray(), skip))
                .checker((step, before, now) ->
                        step >= STEPS || before.getChiSquare() - now.getChiSquare() < ENOUGH * before.getChiSquare())
                .maxIterations(MOST_EVALUATIONS)
                .maxEvaluations(MOST_EVALUATIONS)
                .build();
        return new LevenbergMarquardtOptimizer().optimize(problem).getPoint().toArray();
    }

    private static Pair<RealVector, RealMatrix> withSlopes(double[] w, ArimaOrder order, double[] x, int skip) {
        RealVector e = residuals(w, order, x, skip);
        RealMatrix slopes = new Array2DRowRealMatrix(e.getDimension(), x.length);
        for (int i = 0; i < x.length; i++) {
            double[] beside = x.clone();
            beside[i] += NEAR * Math.max(1, Math.abs(x[i]));
            slopes.setColumnVector(
                    i, residuals(w, order, beside, skip).subtract(e).mapDivideToSelf(beside[i] - x[i]));
        }
        return new Pair<>(e, slopes);
    }

    private static RealVector residuals(double[] w, ArimaOrder order, double[] x, int skip) {
        double[] e = new Arima(order, x, Double.NaN).residuals(w);
        return new ArrayRealVector(e, skip, e.length - skip);
    }

    private double[] residuals(double[] w) {
        return ma.undo(ar.of(DoubleStream.of(w).map(each -> each - mean).toArray()));
    }

    /** The least variance: smaller residuals are rounding errors. */
    private static double least(double[] series) {
        double largest = DoubleStream.of(series).map(Math::abs).max().orElse(0);
        return largest * largest * 1e-18 + Double.MIN_NORMAL;
    }

    private static Lags differences(ArimaOrder order) {
        return Lags.difference(order.d(), 1).times(Lags.difference(order.seasonalD(), order.period()));
    }

    private static double[] differenced(double[] series, ArimaOrder order) {
        double[] all = differences(order).of(series);
        return Arrays.copyOfRange(all, Math.min(order.lost(), all.length), all.length);
    }

    /** Its order. */
    public ArimaOrder order() {
        return order;
    }

    /**
     * Akaike's information criterion, corrected for short series, up to a constant that models of one series with the
     * same differences share: less is better.
     */
    public double criterion() {
        return criterion;
    }

    /**
     * Forecasts the continuation of a series, which need not be the one that the model was estimated from.
     *
     * @param series equidistant values, the oldest first
     * @param steps how many to forecast
     */
    public double[] forecast(double[] series, int steps) {
        double[] e = residuals(differenced(series, order));
        double[] residuals = new double[series.length + steps];
        System.arraycopy(e, 0, residuals, series.length - e.length, e.length);
        double[] values = Arrays.copyOf(series, series.length + steps);
        Lags whole = ar.times(differences(order));
        for (int t = series.length; t < values.length; t++) {
            values[t] = ar.sum() * mean - whole.before(values, t) + ma.before(residuals, t);
        }
        return Arrays.copyOfRange(values, series.length, values.length);
    }
}
