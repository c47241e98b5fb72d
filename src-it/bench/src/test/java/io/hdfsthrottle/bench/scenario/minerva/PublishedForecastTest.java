package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.scenario.minerva.PublishedForecast.Accuracy;
import io.hdfsthrottle.bench.scenario.minerva.PublishedForecast.Kind;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PublishedForecastTest {

    @Test
    void answer_isReadByTenant() throws IOException {
        Map<String, PublishedForecast> told = PublishedForecast.of(JSON.std.mapFrom("""
                {"on": true, "samples": 7, "tenants": [{"tenant": "t1", "sessionSeconds": 12, "ioClass": "heavy",
                 "rate": 78000000, "next": null, "stretch": null, "model": null, "turn": false, "factor": 0.5,
                 "ofNext": {"judged": 60, "error": 3, "naive": 4, "skill": 0.25, "influence": 1},
                 "ofStretch": {"judged": 59, "error": 3, "naive": 4, "skill": 0, "influence": 0},
                 "ofAhead": {"judged": 0, "error": 0, "naive": 0, "skill": 0, "influence": 0}}]}"""));

        assertThat(told).containsOnlyKeys("t1");
        assertThat(told.get("t1").isHeavy()).isTrue();
        assertThat(told.get("t1").factor()).isEqualTo(0.5);
        assertThat(told.get("t1").accuracies().get(Kind.NEXT).timesNaive()).isCloseTo(0.75, within(1e-9));
        assertThat(told.get("t1").accuracies().get(Kind.STRETCH).timesNaive()).isNaN();
    }

    @Test
    void idleTenant_isNotHeavy_whateverItWas() {
        assertThat(new PublishedForecast(false, "heavy", 0, 1, Map.of()).isHeavy())
                .isFalse();
        assertThat(new PublishedForecast(true, "moderate", 0, 1, Map.of()).isHeavy())
                .isFalse();
    }

    @Test
    void whereNaiveForecastsDoNotErr_anyErrorIsInfinitelyWorse() {
        assertThat(new Accuracy(60, 0, 0).timesNaive()).isEqualTo(1);
        assertThat(new Accuracy(60, 1, 0).timesNaive()).isInfinite();
    }
}
