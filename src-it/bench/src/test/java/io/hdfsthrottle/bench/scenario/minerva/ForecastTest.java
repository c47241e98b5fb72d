package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.scenario.minerva.Forecast.Look;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ForecastTest {

    private static Look look(double seconds, String job, String other) {
        return new Look(seconds, Map.of("job", forecast(1, job, seconds), "other", forecast(1, other, 0)));
    }

    private static Forecast forecast(int sessionSeconds, String ioClass, double rate) {
        return new Forecast(Map.of("sessionSeconds", sessionSeconds, "ioClass", ioClass, "bytesPerSecond", rate * 1e6));
    }

    private static double timesNaive(double error, double naive) {
        return new Forecast(Map.of(
                        "ofNext", Map.of("judged", 60, "errorBytesPerSecond", error, "naiveBytesPerSecond", naive)))
                .timesNaive("ofNext");
    }

    @Test
    void neighbour_isRecognised_whenItIsHeavyAndTheJobIsNot() {
        assertThat(look(1, "light", "heavy").tells("other", "job")).isTrue();
        assertThat(look(1, "light", "moderate").tells("other", "job")).isFalse();
        assertThat(look(1, "heavy", "heavy").tells("other", "job")).isFalse();
        assertThat(look(1, "light", "heavy").tells("unknown", "job")).isFalse();
    }

    @Test
    void looksThatCallATenantHeavy_areCountedSinceThen() {
        List<Look> looks = List.of(look(1, "heavy", "light"), look(2, "heavy", "light"), look(3, "light", "light"));

        assertThat(Look.heavyPercent(looks, "job", 2)).isEqualTo(50);
        assertThat(Look.heavyPercent(looks, "job", 9)).isNaN();
    }

    @Test
    void answer_isReadByTenant() throws IOException {
        Map<String, Forecast> told = Forecast.of(JSON.std.mapFrom("""
            {"on": true, "samples": 7, "tenants": [{"tenant": "t1", "sessionSeconds": 12, "ioClass": "heavy",
             "bytesPerSecond": 78000000, "nextBytesPerSecond": null, "stretchBytesPerSecond": null, "model": null, "turn": false, "factor": 0.5,
             "ofNext": {"judged": 60, "errorBytesPerSecond": 3, "naiveBytesPerSecond": 4, "skill": 0.25, "influence": 1},
             "ofStretch": {"judged": 59, "errorBytesPerSecond": 3, "naiveBytesPerSecond": 4, "skill": 0, "influence": 0},
             "ofAhead": {"judged": 0, "errorBytesPerSecond": 0, "naiveBytesPerSecond": 0, "skill": 0, "influence": 0}}]}\
            """));

        assertThat(told).containsOnlyKeys("t1");
        assertThat(told.get("t1").isHeavy()).isTrue();
        assertThat(told.get("t1").number("factor")).isEqualTo(0.5);
        assertThat(told.get("t1").timesNaive("ofNext")).isCloseTo(0.75, within(1e-9));
        assertThat(told.get("t1").timesNaive("ofStretch")).isNaN();
    }

    @Test
    void idleTenant_isNotHeavy_whateverItWas() {
        assertThat(forecast(0, "heavy", 0).isHeavy()).isFalse();
        assertThat(forecast(1, "moderate", 0).isHeavy()).isFalse();
    }

    @Test
    void whereNaiveForecastsDoNotErr_anyErrorIsInfinitelyWorse() {
        assertThat(timesNaive(0, 0)).isEqualTo(1);
        assertThat(timesNaive(1, 0)).isInfinite();
    }
}
