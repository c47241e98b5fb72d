package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TierFeatureTest {
    private static final TierFeature FEATURE = new TierFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(TierFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(TierSettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("tiers", "on"),
                Map.entry("tiers.namenode", "http://nn1:9870,https://nn2:9871"),
                Map.entry("tiers.user", "mover"),
                Map.entry("tiers.token.file", "/d"),
                Map.entry("tiers.tls.trust.file", "/dt"),
                Map.entry("tiers.quiet.below", "0.1"),
                Map.entry("tiers.busy.above", "0.3"),
                Map.entry("tiers.quiet.for", "5m"),
                Map.entry("tiers.every", "2m"),
                Map.entry("tiers.at.once", "512m"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(TierFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new TierSettings(
                        true,
                        List.of(URI.create("http://nn1:9870"), URI.create("https://nn2:9871")),
                        "mover",
                        Optional.of(Path.of("/d")),
                        Optional.of(Path.of("/dt")),
                        0.1,
                        0.3,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(2),
                        512L << 20));
    }

    @ParameterizedTest
    @CsvSource({
        "tiers, maybe, off or on",
        "tiers, on, http://nn1.example.com:9870",
        "tiers.namenode, hdfs://nn:8020, http://nn1.example.com:9870",
        "tiers.user, a b, hdfs",
        "tiers.quiet.below, 0.5, 0.4",
        "tiers.busy.above, 2, 0.4",
        "tiers.at.once, 1, 1g",
        "tiers.namenode, http://my_host:9870, http://nn1.example.com:9870",
        "tiers.namenode, http://nn1, http://nn1.example.com:9870"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> TierFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
