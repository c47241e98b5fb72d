package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ForecastSamplesTest {

    private static ForecastSamples.Sample sample(double seconds, String job, String other) {
        return new ForecastSamples.Sample(seconds, Map.of("job", forecast(job, seconds), "other", forecast(other, 0)));
    }

    private static PublishedForecast forecast(String ioClass, double rate) {
        return new PublishedForecast(true, ioClass, rate * 1e6, 1, Map.of());
    }

    @Test
    void neighbour_isRecognised_whenItIsHeavyAndTheJobIsNot() {
        ForecastSamples looks = new ForecastSamples(List.of(
                sample(1, "light", "heavy"),
                sample(2, "light", "moderate"),
                sample(3, "heavy", "heavy"),
                sample(4.5, "moderate", "heavy")));

        assertThat(looks.recognised("other", "job", 2)).isEqualTo(2.5);
        assertThat(looks.recognised("job", "other", 2)).isInfinite();
        assertThat(looks.recognised("unknown", "job", 0)).isInfinite();
    }

    @Test
    void looksThatCallATenantHeavy_areCountedSinceThen() {
        ForecastSamples looks = new ForecastSamples(
                List.of(sample(1, "heavy", "light"), sample(2, "heavy", "light"), sample(3, "light", "light")));

        assertThat(looks.heavyPercent("job", 2)).isEqualTo(50);
        assertThat(looks.heavyPercent("job", 9)).isNaN();
    }

    @Test
    void series_hasOneValueASecond() {
        ForecastSamples looks = new ForecastSamples(List.of(
                sample(0, "light", "heavy"),
                sample(0.2, "light", "heavy"),
                sample(1, "light", "heavy"),
                sample(1.9, "light", "heavy"),
                sample(2.1, "light", "heavy")));

        assertThat(looks.series("job")).containsExactly(0.0, 1.0, 2.1);
        assertThat(looks.series("unknown")).isEmpty();
    }
}
