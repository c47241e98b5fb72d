package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ForecastFeatureTest {
    private static final ForecastFeature FEATURE = new ForecastFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(ForecastFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(ForecastSettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("forecast", "on"),
                Map.entry("forecast.models", "64"),
                Map.entry("forecast.factor.most", "2"),
                Map.entry("forecast.factor.least", "0.8"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(ForecastFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new ForecastSettings(true, 64, 2, 0.8));
    }

    @ParameterizedTest
    @CsvSource({
        "forecast, arima, off or on",
        "forecast.models, 1, 32",
        "forecast.factor.most, 11, 4",
        "forecast.factor.least, 0, 0.5"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> ForecastFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
