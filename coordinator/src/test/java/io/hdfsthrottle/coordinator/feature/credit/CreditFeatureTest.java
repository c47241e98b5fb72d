package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CreditFeatureTest {
    private static final CreditFeature FEATURE = new CreditFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(CreditFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(CreditSettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("credit", "on"),
                Map.entry("credit.earn.contention", "2"),
                Map.entry("credit.earn.level", "0.125"),
                Map.entry("credit.contention.most", "8"),
                Map.entry("credit.price", "30.5"),
                Map.entry("credit.most", "1000"),
                Map.entry("credit.expiry", "2h"),
                Map.entry("credit.yield.longest", "12h"),
                Map.entry("credit.boost.longest", "10m"),
                Map.entry("credit.weight.low", "0.4"),
                Map.entry("credit.weight.lowest", "0.2"),
                Map.entry("credit.weight.idle", "0.01"),
                Map.entry("credit.weight.boost", "4"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(CreditFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new CreditSettings(
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
                        4));
    }

    @ParameterizedTest
    @CsvSource({
        "credit, yes, off or on",
        "credit.price, 0, 25",
        "credit.price, 1.2345, three digits",
        "credit.contention.most, 1, 16",
        "credit.expiry, 48h, 24h",
        "credit.weight.idle, 0, 0.001",
        "credit.weight.boost, 1000, 8"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> CreditFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
