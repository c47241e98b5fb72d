package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlotSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        SlotSettings settings = new SlotSettings(Map.of());
        assertThat(settings.extra()).isEqualTo(0.5);
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        SlotSettings settings = new SlotSettings(Map.of("hdfs.throttle.slots.extra", "0.25"));
        assertThat(settings.extra()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"slots.extra | 1.1 | 0.5", "slots.extra | half | 0.5"})
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }
}
