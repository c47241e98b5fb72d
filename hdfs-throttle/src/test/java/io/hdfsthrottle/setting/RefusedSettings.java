package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;

/** Assertions on settings that are refused. */
final class RefusedSettings {

    private RefusedSettings() {}

    /** The value makes all settings refused, with a message that names a valid one. */
    static void assertRefused(String name, String value, String good) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AgentSettings.parse(Map.of("hdfs.throttle." + name, value)))
                .withMessageContaining("hdfs.throttle.")
                .withMessageContaining(good)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("null"));
    }
}
