package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;

final class HistoryFeatureTest extends FeatureSettingsTest<HistorySettings> {
    HistoryFeatureTest() {
        super(
                new HistoryFeature(),
                HistoryFeature::settings,
                HistorySettings.OFF,
                """
                history = fennel
                history.tenants = hdfs.balancer=fennel, gold=off
                history.half.life = 30m
                history.factor.most = 3
                history.factor.least = 0.25
                """,
                new HistorySettings(
                        true,
                        Map.of(Tenant.BALANCER, true, Tenant.named("gold"), false),
                        Duration.ofMinutes(30),
                        3,
                        0.25),
                """
                history = minerva -> off or fennel
                history.tenants = gold -> etl=fennel
                history.half.life = 1s -> 1h
                history.factor.most = 0.5 -> 2.0
                history.factor.least = 2 -> 0.5
                """);
    }
}
