package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import java.time.Duration;

final class AppointmentFeatureTest extends FeatureSettingsTest<AppointmentSettings> {
    AppointmentFeatureTest() {
        super(
                new AppointmentFeature(),
                AppointmentFeature::settings,
                AppointmentSettings.OFF,
                """
                appointment = on
                appointment.at.once = 2
                appointment.share = 0.25
                appointment.longest = 30s
                appointment.most = 32
                appointment.most.of.one = 2
                appointment.weight.most = 6
                appointment.weight.after = 0.8
                appointment.forget.after = 5m
                """,
                new AppointmentSettings(true, 2, 0.25, Duration.ofSeconds(30), 32, 2, 6, 0.8, Duration.ofMinutes(5)),
                """
                appointment = maybe -> off or on
                appointment.at.once = 0 -> 1
                appointment.share = 0.95 -> 0.5
                appointment.longest = 2h -> 1m
                appointment.most = 257 -> 64
                appointment.weight.after = 0 -> 0.5
                """);
    }
}
