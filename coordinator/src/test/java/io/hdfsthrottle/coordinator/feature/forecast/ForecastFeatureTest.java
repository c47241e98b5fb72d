package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;

final class ForecastFeatureTest extends FeatureSettingsTest<ForecastSettings> {
    ForecastFeatureTest() {
        super(
                new ForecastFeature(),
                ForecastFeature::settings,
                ForecastSettings.OFF,
                """
                forecast = on
                forecast.models = 64
                forecast.factor.most = 2
                forecast.factor.least = 0.8
                """,
                new ForecastSettings(true, 64, 2, 0.8),
                """
                forecast = arima -> off or on
                forecast.models = 1 -> 32
                forecast.factor.most = 11 -> 4
                forecast.factor.least = 0 -> 0.5
                """);
    }
}
