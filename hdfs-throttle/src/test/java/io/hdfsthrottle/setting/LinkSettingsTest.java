package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        LinkSettings settings = new LinkSettings(Map.of());
        assertThat(settings.coordinators()).isEmpty();
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        LinkSettings settings = new LinkSettings(Map.of(
                "hdfs.throttle.coordinator", "http://a:9880,http://b:9880",
                "hdfs.throttle.coordinator.timeout", "7s"));
        assertThat(settings.coordinators()).containsExactly(URI.create("http://a:9880"), URI.create("http://b:9880"));
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void oneBadAddressAmongGoodOnes_doesNotSwitchTheHookOff() throws SettingException {
        LinkSettings settings =
                new LinkSettings(Map.of("hdfs.throttle.coordinator", "http://my_host:9880,http://b:9880"));
        assertThat(settings.coordinators()).containsExactly(URI.create("http://b:9880"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "coordinator | a:9880 | http://coordinator.example:9880",
                "coordinator | http://my_host:9880,b:9880 | http://coordinator.example:9880",
                "coordinator.timeout | soon | 30s",
                "coordinator.timeout | 0s | 3s",
                "coordinator.timeout | 2m | 3s"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }
}
