package io.hdfsthrottle.coordinator.feature.forecast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares forecasts with statsmodels' of the same series, which are checked in. */
final class StatsmodelsTest {
    private static final int AHEAD = 15;

    private static String[] lines;

    private static final class Reference {
        private final String name;
        private final ArimaOrder order;
        private final double[] before;
        private final double[] after;
        private final double[] forecast;

        Reference(String line) {
            String[] parts = line.split(";", -1);
            name = parts[0];
            int[] plain = Arrays.stream(parts[1].split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            int[] seasonal = Arrays.stream(parts[2].split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            order = new ArimaOrder(
                    plain[0],
                    plain[1],
                    plain[2],
                    seasonal[0],
                    seasonal[1],
                    seasonal[2],
                    seasonal[3],
                    Boolean.parseBoolean(parts[3]));
            double[] series = numbers(parts[4]);
            before = Arrays.copyOf(series, series.length - AHEAD);
            after = Arrays.copyOfRange(series, series.length - AHEAD, series.length);
            forecast = numbers(parts[5]);
        }

        private static double[] numbers(String written) {
            return Arrays.stream(written.split(" "))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }

    @BeforeAll
    static void read() throws IOException {
        try (InputStream resource = StatsmodelsTest.class.getResourceAsStream("statsmodels.csv")) {
            lines = new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toArray(String[]::new);
        }
        assertThat(lines).hasSize(12);
    }

    private static double error(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return Math.sqrt(sum / one.length);
    }

    /** The standard deviation of the series. */
    private static double spread(double[] series) {
        double mean = Arrays.stream(series).average().orElse(0);
        return Math.sqrt(Arrays.stream(series)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElse(0));
    }

    @Test
    void sameOrders_forecastTheSame() {
        for (String line : lines) {
            Reference reference = new Reference(line);
            Arima model = Arima.fit(reference.before, reference.order, Math.max(reference.order.period(), 5))
                    .orElseThrow();
            double apart =
                    error(model.forecast(reference.before, AHEAD), reference.forecast) / spread(reference.before);
            System.out.printf(
                    Locale.ROOT, "%s %s: apart by %.4f of the spread%n", reference.name, reference.order, apart);
            assertThat(apart).as(reference.name).isLessThan(0.15);
        }
    }

    @Test
    void selectedOrders_areAsGoodAsThoseThatTheSeriesWereMadeWith() {
        double ours = 0;
        double theirs = 0;
        for (String line : lines) {
            Reference reference = new Reference(line);
            Arima model = OrderSelection.select(reference.before, reference.order.period())
                    .orElseThrow();
            double mine = error(model.forecast(reference.before, AHEAD), reference.after);
            double known = error(reference.forecast, reference.after);
            System.out.printf(
                    Locale.ROOT,
                    "%s: selected %s, error %.3f, statsmodels %s %.3f%n",
                    reference.name,
                    model.order(),
                    mine,
                    reference.order,
                    known);
            ours += mine / spread(reference.before);
            theirs += known / spread(reference.before);
        }
        assertThat(ours).isLessThan(theirs * 1.05);
    }
}
