package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import java.time.Duration;
import java.util.Map;

final class CreditFeatureTest extends FeatureSettingsTest<CreditSettings> {
    CreditFeatureTest() {
        super(
                new CreditFeature(),
                CreditFeature::settings,
                CreditSettings.OFF,
                """
                credit = on
                credit.earn.contention = 2
                credit.earn.level = 0.125
                credit.contention.most = 8
                credit.price = 30.5
                credit.most = 1000
                credit.expiry = 2h
                credit.yield.longest = 12h
                credit.boost.longest = 10m
                credit.weight.low = 0.4
                credit.weight.lowest = 0.2
                credit.weight.idle = 0.01
                credit.weight.boost = 4
                """,
                new CreditSettings(
                        true,
                        Credits.of(2),
                        Credits.parse("0.125"),
                        8,
                        Credits.parse("30.5"),
                        Credits.of(1_000),
                        Duration.ofHours(2),
                        Duration.ofHours(12),
                        Duration.ofMinutes(10),
                        Map.of(Level.LOW, 0.4, Level.LOWEST, 0.2, Level.IDLE, 0.01),
                        4),
                """
                credit = yes -> off or on
                credit.price = 0 -> 25
                credit.price = 1.2345 -> three digits
                credit.contention.most = 1 -> 16
                credit.expiry = 48h -> 24h
                credit.weight.idle = 0 -> 0.001
                credit.weight.boost = 1000 -> 8
                """);
    }
}
