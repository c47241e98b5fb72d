package io.hdfsthrottle.coordinator.feature.forecast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OrderSelectionTest {
    private static final long SEED = 20_261_125L;

    private static double[] autoregressive(double phi, double mean, int length) {
        Random random = new Random(SEED);
        double[] series = new double[length];
        double deviation = 0;
        for (int t = 0; t < length; t++) {
            deviation = phi * deviation + random.nextGaussian();
            series[t] = mean + deviation;
        }
        return series;
    }

    @Test
    void autoregression_isRecognised_andForecastTowardsItsMean() {
        double[] series = autoregressive(0.8, 50, 600);
        Arima model = OrderSelection.select(series, 1).orElseThrow();

        assertThat(model.order().d()).isZero();
        double[] ahead = model.forecast(series, 60);
        assertThat(ahead[59]).isCloseTo(50, within(1.0));
        assertThat(ahead[0] - 50).isCloseTo(0.8 * (series[599] - 50), within(0.6));
    }

    @Test
    void coefficients_areThoseThatTheSeriesWasMadeWith() {
        double[] series = autoregressive(0.8, 50, 4_000);
        Arima model = Arima.fit(series, ArimaOrder.of(1, 0, 0, true), 5).orElseThrow();
        double[] ahead = model.forecast(series, 2);
        assertThat((ahead[1] - 50) / (ahead[0] - 50)).isCloseTo(0.8, within(0.05));
    }

    @Test
    void wanderer_isForecastToStayWhereItIs() {
        Random random = new Random(SEED);
        double[] series = new double[300];
        for (int t = 1; t < series.length; t++) {
            series[t] = series[t - 1] + random.nextGaussian();
        }
        Arima model = OrderSelection.select(series, 1).orElseThrow();
        assertThat(model.order().d()).isEqualTo(1);
        assertThat(model.forecast(series, 15)[14]).isCloseTo(series[299], within(3.0));
    }

    @Test
    void seasons_comeAgain() {
        Random random = new Random(SEED);
        double[] series = new double[300];
        for (int t = 0; t < series.length; t++) {
            series[t] = (t % 12 < 4 ? 100 : 10) + random.nextGaussian();
        }
        double[] ahead = OrderSelection.select(series, 12).orElseThrow().forecast(series, 12);
        for (int i = 0; i < 12; i++) {
            assertThat(ahead[i]).isCloseTo(i < 4 ? 100 : 10, within(3.0));
        }
    }

    /** Whatever nodes report, there is a model of finite numbers, or none. */
    @Test
    void strangeSeries_giveFiniteForecastsOrNone() {
        SplittableRandom random = new SplittableRandom(SEED);
        double[][] strange = {
            new double[300],
            filled(7),
            filled(9e12),
            random.doubles(300).map(x -> x < 0.02 ? 9e12 : 0).toArray(),
            random.doubles(300).map(x -> x < 0.5 ? 9e12 : 1e-12).toArray(),
            random.doubles(91).map(x -> x * 1e-12).toArray(),
            new double[] {1, 2, 3}
        };
        for (double[] series : strange) {
            for (int period : new int[] {1, 4, 20, 60}) {
                OrderSelection.select(series, period)
                        .ifPresent(model -> assertThat(Arrays.stream(model.forecast(series, 15)))
                                .as("%s of %s", model.order(), series[0])
                                .allMatch(Double::isFinite));
            }
        }
        assertThat(OrderSelection.select(new double[] {1, 2, 3}, 1)).isEmpty();
    }

    private static double[] filled(double value) {
        double[] series = new double[300];
        Arrays.fill(series, value);
        return series;
    }

    @Test
    void impossibleOrders_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ArimaOrder.of(6, 0, 0, false));
        assertThatIllegalArgumentException().isThrownBy(() -> new ArimaOrder(1, 0, 1, 1, 0, 0, 1, false));
    }
}
