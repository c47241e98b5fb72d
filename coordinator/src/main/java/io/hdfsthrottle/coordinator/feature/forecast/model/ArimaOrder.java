package io.hdfsthrottle.coordinator.feature.forecast.model;

/**
 * The order of a multiplicative seasonal ARIMA model, {@code (p,d,q)(P,D,Q)[m]}.
 *
 * @param p autoregressive lags, 0 to {@link #MOST_LAGS}
 * @param d differences, 0 to 2
 * @param q lags of the moving average, 0 to {@link #MOST_LAGS}
 * @param seasonalP seasonal autoregressive lags, 0 to {@link #MOST_SEASONAL_LAGS}
 * @param seasonalD seasonal differences, 0 or 1
 * @param seasonalQ seasonal lags of the moving average, 0 to {@link #MOST_SEASONAL_LAGS}
 * @param period the length of a season, 1 for none
 * @param constant whether what is left after differences has a mean
 */
public record ArimaOrder(
        int p, int d, int q, int seasonalP, int seasonalD, int seasonalQ, int period, boolean constant) {
    /** The maximum number of lags of one kind. */
    public static final int MOST_LAGS = 2;

    /** The maximum number of seasonal lags of one kind. */
    public static final int MOST_SEASONAL_LAGS = 2;

    /** @throws IllegalArgumentException if a number is out of its range */
    public ArimaOrder {
        int seasons = period == 1 ? 0 : 1;
        if (period < 1
                || isNone(p, MOST_LAGS)
                || isNone(d, 2)
                || isNone(q, MOST_LAGS)
                || isNone(seasonalP, seasons * MOST_SEASONAL_LAGS)
                || isNone(seasonalD, seasons)
                || isNone(seasonalQ, seasons * MOST_SEASONAL_LAGS)) {
            throw new IllegalArgumentException("no order of an ARIMA model: (" + p + "," + d + "," + q + ")("
                    + seasonalP + "," + seasonalD + "," + seasonalQ + ")[" + period + "]");
        }
    }

    private static boolean isNone(int number, int most) {
        return number < 0 || number > most;
    }

    /** An order without seasons. */
    public static ArimaOrder of(int p, int d, int q, boolean constant) {
        return new ArimaOrder(p, d, q, 0, 0, 0, 1, constant);
    }

    /** How many values of a series are lost to differences. */
    int lost() {
        return d + seasonalD * period;
    }

    /** How many coefficients there are to estimate. */
    int coefficients() {
        return p + q + seasonalP + seasonalQ + (constant ? 1 : 0);
    }

    /** The largest lag of all. */
    int reach() {
        return Math.max(p + seasonalP * period, q + seasonalQ * period);
    }

    /** The notation of statistics. */
    @Override
    public String toString() {
        String seasonal = period == 1 ? "" : "(" + seasonalP + "," + seasonalD + "," + seasonalQ + ")[" + period + "]";
        return "(" + p + "," + d + "," + q + ")" + seasonal + (constant ? " with mean" : "");
    }
}
