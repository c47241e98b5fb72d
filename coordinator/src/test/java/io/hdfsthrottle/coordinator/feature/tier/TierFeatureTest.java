package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

final class TierFeatureTest extends FeatureSettingsTest<TierSettings> {
    TierFeatureTest() {
        super(
                new TierFeature(),
                TierFeature::settings,
                TierSettings.OFF,
                """
                tiers = on
                tiers.namenode = http://nn1:9870,https://nn2:9871
                tiers.user = mover
                tiers.token.file = /d
                tiers.tls.trust.file = /dt
                tiers.quiet.below = 0.1
                tiers.busy.above = 0.3
                tiers.quiet.for = 5m
                tiers.every = 2m
                tiers.at.once = 512m
                """,
                new TierSettings(
                        true,
                        List.of(URI.create("http://nn1:9870"), URI.create("https://nn2:9871")),
                        "mover",
                        Optional.of(Path.of("/d")),
                        Optional.of(Path.of("/dt")),
                        0.1,
                        0.3,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(2),
                        512L << 20),
                """
                tiers = maybe -> off or on
                tiers = on -> http://nn1.example.com:9870
                tiers.namenode = hdfs://nn:8020 -> http://nn1.example.com:9870
                tiers.user = a b -> hdfs
                tiers.quiet.below = 0.5 -> 0.4
                tiers.busy.above = 2 -> 0.4
                tiers.at.once = 1 -> 1g
                tiers.namenode = http://my_host:9870 -> http://nn1.example.com:9870
                tiers.namenode = http://nn1 -> http://nn1.example.com:9870
                """);
    }
}
