package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class PredictionsTest {

    @Test
    void predictedRates_areInTheOrderOfTenants() throws IOException {
        assertThat(Predictions.after("""
            {"tenant": "t1", "prediction": {"tenants": [{"tenant": "t1", "afterBytesPerSecond": 20},
             {"tenant": "default", "afterBytesPerSecond": 3}, {"tenant": "t0", "afterBytesPerSecond": 10}]}}
            """)).containsExactly(10.0, 20.0, 0.0);
    }
}
