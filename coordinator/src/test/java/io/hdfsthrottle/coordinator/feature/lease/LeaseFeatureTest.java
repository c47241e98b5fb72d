package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import java.time.Duration;

final class LeaseFeatureTest extends FeatureSettingsTest<LeaseSettings> {
    LeaseFeatureTest() {
        super(
                new LeaseFeature(),
                LeaseFeature::settings,
                LeaseSettings.OFF,
                """
                lease = on
                lease.longest = 8h
                lease.disks.per.user = 12
                lease.shared.least = 2
                lease.ageing = 5m
                lease.drain.longest = 3h
                lease.strangers.floor = 0.1
                """,
                new LeaseSettings(true, Duration.ofHours(8), 12, 2, Duration.ofMinutes(5), Duration.ofHours(3), 0.1),
                """
                lease = yes -> off or on
                lease.disks.per.user = 0 -> 8
                lease.longest = 1000h -> 24h
                lease.drain.longest = 0s -> 6h
                lease.strangers.floor = 0 -> 0.05
                """);
    }
}
