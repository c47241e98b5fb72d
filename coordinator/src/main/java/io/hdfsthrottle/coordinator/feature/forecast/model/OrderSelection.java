package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Selects the order of an ARIMA model stepwise, by Akaike's corrected criterion: from a few small models to the best
 * neighbour, until none is better. Pure.
 *
 * <p>Hyndman, Khandakar: Automatic Time Series Forecasting: The forecast Package for R, 2008, section 3.2. Models are
 * compared by conditional least squares, as {@code auto.arima} does with {@code approximation=TRUE}, and the best one
 * is kept as it is.
 */
public final class OrderSelection {
    /** The maximum number of models that are tried. */
    static final int MOST_MODELS = 40;

    private final double[] series;
    private final int period;
    private final int d;
    private final int seasonalD;
    private final int skip;
    private final Set<ArimaOrder> tried = new HashSet<>();
    private Arima best;

    private OrderSelection(double[] series, int period) {
        this.series = series;
        this.period = period;
        seasonalD = Seasons.takeDifference(series, period) ? 1 : 0;
        double[] left = Lags.difference(seasonalD, period).of(series);
        double[] after = Arrays.copyOfRange(left, seasonalD * period, left.length);
        d = Seasons.differences(after, 2 - seasonalD);
        skip = Math.min(Math.max(period, ArimaOrder.MOST_LAGS), series.length / 4);
    }

    /**
     * The best model of a series.
     *
     * @param series equidistant values, the oldest first; fewer than about 30 allow no model
     * @param period the length of a season, 1 for none
     */
    public static Optional<Arima> select(double[] series, int period) {
        OrderSelection selection = new OrderSelection(series, period);
        selection.search();
        return Optional.ofNullable(selection.best);
    }

    private void search() {
        boolean constant = d + seasonalD <= 1;
        int s = period > 1 ? 1 : 0;
        tryOne(2, 2, s, s, constant);
        tryOne(0, 0, 0, 0, constant);
        tryOne(1, 0, s, 0, constant);
        tryOne(0, 1, 0, s, constant);
        if (constant) {
            tryOne(0, 0, 0, 0, false);
        }
        Arima from = null;
        while (best != null && best != from && tried.size() < MOST_MODELS) {
            from = best;
            for (int[] step : steps(s)) {
                ArimaOrder order = from.order();
                tryOne(
                        order.p() + step[0],
                        order.q() + step[1],
                        order.seasonalP() + step[2],
                        order.seasonalQ() + step[3],
                        order.constant());
            }
            if (constant) {
                ArimaOrder order = from.order();
                tryOne(order.p(), order.q(), order.seasonalP(), order.seasonalQ(), !order.constant());
            }
        }
    }

    private static List<int[]> steps(int seasonal) {
        List<int[]> steps = new ArrayList<>();
        for (int by = -1; by <= 1; by += 2) {
            steps.add(new int[] {by, 0, 0, 0});
            steps.add(new int[] {0, by, 0, 0});
            steps.add(new int[] {by, by, 0, 0});
            if (seasonal > 0) {
                steps.add(new int[] {0, 0, by, 0});
                steps.add(new int[] {0, 0, 0, by});
                steps.add(new int[] {0, 0, by, by});
            }
        }
        return steps;
    }

    private void tryOne(int p, int q, int seasonalP, int seasonalQ, boolean constant) {
        boolean within = Math.min(p, q) >= 0
                && Math.max(p, q) <= ArimaOrder.MOST_LAGS
                && Math.min(seasonalP, seasonalQ) >= 0
                && Math.max(seasonalP, seasonalQ) <= ArimaOrder.MOST_SEASONAL_LAGS;
        if (!within || tried.size() >= MOST_MODELS) {
            return;
        }
        ArimaOrder order = new ArimaOrder(p, d, q, seasonalP, seasonalD, seasonalQ, period, constant);
        if (tried.add(order)) {
            Arima.fit(series, order, skip)
                    .filter(fitted -> best == null || fitted.criterion() < best.criterion())
                    .ifPresent(better -> best = better);
        }
    }
}
