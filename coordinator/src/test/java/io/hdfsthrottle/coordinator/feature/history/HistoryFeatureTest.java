package io.hdfsthrottle.coordinator.feature.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HistoryFeatureTest {
    private static final HistoryFeature FEATURE = new HistoryFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(HistoryFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(HistorySettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("history", "fennel"),
                Map.entry("history.tenants", "hdfs.balancer=fennel, gold=off"),
                Map.entry("history.half.life", "30m"),
                Map.entry("history.factor.most", "3"),
                Map.entry("history.factor.least", "0.25"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(HistoryFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new HistorySettings(
                        true,
                        Map.of(Tenant.BALANCER, true, Tenant.named("gold"), false),
                        Duration.ofMinutes(30),
                        3,
                        0.25));
    }

    @ParameterizedTest
    @CsvSource({
        "history, minerva, off or fennel",
        "history.tenants, gold, etl=fennel",
        "history.half.life, 1s, 1h",
        "history.factor.most, 0.5, 2.0",
        "history.factor.least, 2, 0.5"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> HistoryFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
