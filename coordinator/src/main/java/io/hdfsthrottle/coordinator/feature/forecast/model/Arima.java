package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * A seasonal ARIMA model: {@code phi(B) Phi(B^m) ((1-B)^d (1-B^m)^D y - mean) = theta(B) Theta(B^m) e}. It is estimated
 * by conditional least squares (Box, Jenkins: Time Series Analysis, section 7.1), as {@code CSS} in R. Immutable,
 * thread-safe.
 */
public final class Arima {
    /** From fewer values nothing is estimated. */
    private static final int LEAST = 20;

    private final ArimaOrder order;
    private final Lags ar;
    private final Lags ma;
    private final Lags whole;
    private final double mean;
    private final double criterion;

    private Arima(ArimaOrder order, double[] coefficients, double criterion) {
        Coefficients parts = new Coefficients(order, coefficients);
        this.order = order;
        this.ar = parts.phi.times(parts.seasonalPhi);
        this.ma = parts.theta.times(parts.seasonalTheta);
        this.whole = ar.times(differences(order));
        this.mean = parts.mean;
        this.criterion = criterion;
    }

    /** The polynomials of a vector of coefficients: phi, Phi, theta, Theta, mean. */
    private static final class Coefficients {
        final Lags phi;
        final Lags seasonalPhi;
        final Lags theta;
        final Lags seasonalTheta;
        final double mean;
        private final int period;

        Coefficients(ArimaOrder order, double[] x) {
            period = order.period();
            int from = 0;
            phi = Lags.of(x, from, order.p(), 1, -1);
            from += order.p();
            seasonalPhi = Lags.of(x, from, order.seasonalP(), period, -1);
            from += order.seasonalP();
            theta = Lags.of(x, from, order.q(), 1, 1);
            from += order.q();
            seasonalTheta = Lags.of(x, from, order.seasonalQ(), period, 1);
            from += order.seasonalQ();
            mean = order.constant() ? x[from] : 0;
        }

        boolean isStable() {
            return phi.isStable(1)
                    && theta.isStable(1)
                    && seasonalPhi.isStable(period)
                    && seasonalTheta.isStable(period);
        }
    }

    /** The data of an estimation: differences, and their residuals for given coefficients. */
    private static final class Fit {
        /** The maximum number of steps that improve coefficients. */
        private static final int STEPS = 12;

        private static final double LEAST_DAMPING = 1e-6;
        private static final double MOST_DAMPING = 1e4;
        private static final double ENOUGH = 1e-4;

        /** The factor by which starting coefficients are reduced at a time while they are not stable. */
        private static final double DRAW_BACK = 0.8;

        private static final int DRAWS = 30;

        private final ArimaOrder order;
        private final double[] w;
        private final int skip;

        Fit(ArimaOrder order, double[] w, int skip) {
            this.order = order;
            this.w = w;
            this.skip = skip;
        }

        double[] centred(double mean) {
            double[] z = w.clone();
            for (int t = 0; t < z.length; t++) {
                z[t] -= mean;
            }
            return z;
        }

        double[] residuals(Coefficients of) {
            return of.theta
                    .times(of.seasonalTheta)
                    .undo(of.phi.times(of.seasonalPhi).of(centred(of.mean)));
        }

        /** Levenberg's and Marquardt's method, from the estimates of Hannan and Rissanen. */
        double[] best() {
            double[] x = start();
            if (x.length == 0) {
                return x;
            }
            double damping = 1e-3;
            Coefficients now = new Coefficients(order, x);
            double[] e = residuals(now);
            double sum = LeastSquares.product(e, e, skip);
            for (int step = 0; step < STEPS && damping < MOST_DAMPING; step++) {
                double[][] slopes = slopes(now, e);
                double[] move = LeastSquares.solve(
                        LeastSquares.products(slopes, skip), LeastSquares.products(slopes, e, skip), damping);
                double[] next = x.clone();
                for (int i = 0; move != null && i < next.length; i++) {
                    next[i] -= move[i];
                }
                Coefficients there = new Coefficients(order, next);
                double[] left = move != null && there.isStable() ? residuals(there) : null;
                double less = left == null ? Double.NaN : LeastSquares.product(left, left, skip);
                if (less < sum) {
                    boolean enough = sum - less < ENOUGH * sum;
                    x = next;
                    now = there;
                    e = left;
                    sum = less;
                    damping = Math.max(damping / 10, LEAST_DAMPING);
                    if (enough) {
                        break;
                    }
                } else {
                    damping *= 10;
                }
            }
            return x;
        }

        /** How residuals change with each coefficient. */
        private double[][] slopes(Coefficients of, double[] e) {
            double[][] slopes = new double[order.coefficients()][];
            Lags ma = of.theta.times(of.seasonalTheta);
            double[] z = centred(of.mean);
            int at = slopes(slopes, 0, order.p(), 1, of.seasonalPhi.of(z), ma);
            at = slopes(slopes, at, order.seasonalP(), order.period(), of.phi.of(z), ma);
            at = slopes(slopes, at, order.q(), 1, of.seasonalTheta.of(e), ma);
            at = slopes(slopes, at, order.seasonalQ(), order.period(), of.theta.of(e), ma);
            if (order.constant()) {
                Lags ar = of.phi.times(of.seasonalPhi);
                double[] source = new double[e.length];
                for (int t = 0; t < source.length; t++) {
                    source[t] = -ar.sumTo(t);
                }
                slopes[at] = ma.undo(source);
            }
            return slopes;
        }

        private static int slopes(double[][] slopes, int at, int count, int step, double[] of, Lags ma) {
            for (int i = 1; i <= count; i++) {
                double[] source = new double[of.length];
                for (int t = i * step; t < source.length; t++) {
                    source[t] = -of[t - i * step];
                }
                slopes[at + i - 1] = ma.undo(source);
            }
            return at + count;
        }

        /**
         * Hannan, Rissanen: Recursive Estimation of Mixed Autoregressive-Moving Average Order, 1982: residuals of a
         * long autoregression stand for what is not seen.
         */
        private double[] start() {
            double mean = order.constant() ? Arrays.stream(w).average().orElse(0) : 0;
            double[] z = centred(mean);
            double[] x = new double[order.coefficients()];
            int lags = order.coefficients() - (order.constant() ? 1 : 0);
            if (lags > 0) {
                double[][] columns = new double[lags][];
                double[] unseen = order.q() + order.seasonalQ() > 0 ? unseen(z) : z;
                int at = columns(columns, 0, order.p(), 1, z);
                at = columns(columns, at, order.seasonalP(), order.period(), z);
                at = columns(columns, at, order.q(), 1, unseen);
                columns(columns, at, order.seasonalQ(), order.period(), unseen);
                double[] found = LeastSquares.solve(
                        LeastSquares.products(columns, skip), LeastSquares.products(columns, z, skip), ENOUGH);
                if (found != null) {
                    System.arraycopy(found, 0, x, 0, lags);
                }
            }
            if (order.constant()) {
                x[lags] = mean;
            }
            for (int times = 0; times < DRAWS && !new Coefficients(order, x).isStable(); times++) {
                for (int i = 0; i < lags; i++) {
                    x[i] *= DRAW_BACK;
                }
            }
            if (!new Coefficients(order, x).isStable()) {
                Arrays.fill(x, 0, lags, 0);
            }
            return x;
        }

        private double[] unseen(double[] z) {
            int count = Math.min(2 * ArimaOrder.MOST_LAGS, w.length / 8);
            double[][] columns = new double[count][];
            columns(columns, 0, count, 1, z);
            double[] found = LeastSquares.solve(
                    LeastSquares.products(columns, count), LeastSquares.products(columns, z, count), ENOUGH);
            return found == null ? z : Lags.of(found, 0, count, 1, -1).of(z);
        }

        private static int columns(double[][] columns, int at, int count, int step, double[] of) {
            for (int i = 1; i <= count; i++) {
                double[] column = new double[of.length];
                System.arraycopy(of, 0, column, Math.min(i * step, of.length), Math.max(of.length - i * step, 0));
                columns[at + i - 1] = column;
            }
            return at + count;
        }
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
        Fit fit = new Fit(order, differenced(series, order), skip);
        double[] coefficients = fit.best();
        double[] e = fit.residuals(new Coefficients(order, coefficients));
        double variance = Math.max(LeastSquares.product(e, e, skip) / left, least(series));
        double akaike = left * Math.log(variance) + 2.0 * taken;
        return Optional.of(
                new Arima(order, coefficients, akaike + 2.0 * taken * (taken + 1) / Math.max(left - taken - 1, 1)));
    }

    /** The least variance: smaller residuals are rounding errors. */
    private static double least(double[] series) {
        double largest = Arrays.stream(series).map(Math::abs).max().orElse(0);
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
        int lost = Math.min(order.lost(), series.length);
        double[] z = differenced(series, order);
        for (int t = 0; t < z.length; t++) {
            z[t] -= mean;
        }
        double[] residuals = new double[series.length + steps];
        System.arraycopy(ma.undo(ar.of(z)), 0, residuals, lost, z.length);
        double[] values = Arrays.copyOf(series, series.length + steps);
        for (int t = series.length; t < values.length; t++) {
            values[t] = ar.sum() * mean - whole.before(values, t) + ma.before(residuals, t);
        }
        return Arrays.copyOfRange(values, series.length, values.length);
    }
}
