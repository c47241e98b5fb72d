package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GrantSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        GrantSettings settings = new GrantSettings(Map.of());
        assertThat(settings.cluster()).isEqualTo("default");
        assertThat(settings.node()).isEmpty();
        assertThat(settings.file()).isEmpty();
        assertThat(settings.staleAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.expireAfter()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.nodeKeyFile()).isEmpty();
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        GrantSettings settings = new GrantSettings(Map.of(
                "hdfs.throttle.cluster", "prod",
                "hdfs.throttle.node", "dn-7",
                "hdfs.throttle.grant.file", "/var/grant",
                "hdfs.throttle.grant.stale.after", "40s",
                "hdfs.throttle.grant.expire.after", "20m",
                "hdfs.throttle.node.key.file", "/etc/keys"));
        assertThat(settings.cluster()).isEqualTo("prod");
        assertThat(settings.node()).contains("dn-7");
        assertThat(settings.file()).contains(Path.of("/var/grant"));
        assertThat(settings.staleAfter()).isEqualTo(Duration.ofSeconds(40));
        assertThat(settings.expireAfter()).isEqualTo(Duration.ofMinutes(20));
        assertThat(settings.nodeKeyFile()).contains(Path.of("/etc/keys"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "grant.stale.after | 30 | 30s",
                "grant.expire.after | never | 30s",
                "grant.expire.after | 999999999h | 30s",
                "grant.expire.after | 29s | 10m",
                "grant.stale.after | 11m | 10m"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }

    @ParameterizedTest
    @ValueSource(strings = {"grant.file", "node.key.file"})
    void pathThatNoFileCanHave_isRefusedWithItsKeyAndAGoodOne(String name) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> new GrantSettings(Map.of("hdfs.throttle." + name, "a\0b")))
                .withMessageContaining("hdfs.throttle." + name)
                .withMessageContaining("/var/lib/hdfs-throttle/");
    }
}
