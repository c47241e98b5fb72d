package io.hdfsthrottle.coordinator.feature.forecast.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Selects the order of an ARIMA model: differences by tests, lags by Akaike's corrected criterion. Pure.
 *
 * <p>Hyndman, Khandakar: Automatic Time Series Forecasting: The forecast Package for R, 2008, section 3. Models are
 * compared by conditional least squares, as {@code auto.arima} does with {@code stepwise=FALSE, approximation=TRUE},
 * and the best one is kept as it is.
 */
public final class OrderSelection {
    private static final int LAGS = ArimaOrder.MOST_LAGS + 1;

    private OrderSelection() {}

    /**
     * The best model of a series, of 81 that are tried at most.
     *
     * @param series equidistant values, the oldest first; fewer than about 30 allow no model
     * @param period the length of a season, 1 for none
     */
    public static Optional<Arima> select(double[] series, int period) {
        int seasonalD = Seasons.takeDifference(series, period) ? 1 : 0;
        double[] left = Lags.difference(seasonalD, period).of(series);
        int d = Seasons.differences(Arrays.copyOfRange(left, seasonalD * period, left.length), 2 - seasonalD);
        int skip = Math.min(Math.max(period, ArimaOrder.MOST_LAGS), series.length / 4);
        int seasonalLags = period > 1 ? ArimaOrder.MOST_SEASONAL_LAGS + 1 : 1;
        return IntStream.range(0, LAGS * LAGS * seasonalLags * seasonalLags)
                .mapToObj(i -> new ArimaOrder(
                        i % LAGS,
                        d,
                        i / LAGS % LAGS,
                        i / (LAGS * LAGS) % seasonalLags,
                        seasonalD,
                        i / (LAGS * LAGS) / seasonalLags,
                        period,
                        d + seasonalD == 0))
                .flatMap(order -> Arima.fit(series, order, skip).stream())
                .min(Comparator.comparingDouble(Arima::criterion));
    }
}
