package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AppointmentFeatureTest {
    private static final AppointmentFeature FEATURE = new AppointmentFeature();

    @Test
    void byDefault_itIsOff() {
        assertThat(AppointmentFeature.settings(Settings.of(FEATURE, Map.of()))).isEqualTo(AppointmentSettings.OFF);
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("appointment", "on"),
                Map.entry("appointment.at.once", "2"),
                Map.entry("appointment.share", "0.25"),
                Map.entry("appointment.longest", "30s"),
                Map.entry("appointment.most", "32"),
                Map.entry("appointment.most.of.one", "2"),
                Map.entry("appointment.weight.most", "6"),
                Map.entry("appointment.weight.after", "0.8"),
                Map.entry("appointment.forget.after", "5m"));

        assertThat(given.keySet()).isEqualTo(FEATURE.defaults().keySet());
        assertThat(AppointmentFeature.settings(Settings.of(FEATURE, given)))
                .isEqualTo(new AppointmentSettings(
                        true, 2, 0.25, Duration.ofSeconds(30), 32, 2, 6, 0.8, Duration.ofMinutes(5)));
    }

    @ParameterizedTest
    @CsvSource({
        "appointment, maybe, off or on",
        "appointment.at.once, 0, 1",
        "appointment.share, 0.95, 0.5",
        "appointment.longest, 2h, 1m",
        "appointment.most, 257, 64",
        "appointment.weight.after, 0, 0.5"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> AppointmentFeature.settings(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }
}
