package io.hdfsthrottle.coordinator.feature.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeaseFeatureTest {
    private static final LeaseFeature FEATURE = new LeaseFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(LeaseFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(LeaseSettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("lease", "on"),
                Map.entry("lease.longest", "8h"),
                Map.entry("lease.disks.per.user", "12"),
                Map.entry("lease.shared.least", "2"),
                Map.entry("lease.ageing", "5m"),
                Map.entry("lease.drain.longest", "3h"),
                Map.entry("lease.strangers.floor", "0.1"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(LeaseFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new LeaseSettings(
                        true, Duration.ofHours(8), 12, 2, Duration.ofMinutes(5), Duration.ofHours(3), 0.1));
    }

    @ParameterizedTest
    @CsvSource({
        "lease, yes, off or on",
        "lease.disks.per.user, 0, 8",
        "lease.longest, 1000h, 24h",
        "lease.drain.longest, 0s, 6h",
        "lease.strangers.floor, 0, 0.05"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> LeaseFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
