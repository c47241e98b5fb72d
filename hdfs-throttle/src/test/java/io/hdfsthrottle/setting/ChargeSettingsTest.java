package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ChargeSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        ChargeSettings settings = new ChargeSettings(Map.of());
        assertThat(settings.charge(Optional.empty())).isEqualTo(Charge.DEVICE);
        assertThat(settings.charge(Optional.of(Rate.parse("150m")))).isEqualTo(Charge.TRANSFERRED);
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        ChargeSettings settings = new ChargeSettings(Map.of("hdfs.throttle.charge", "device"));
        assertThat(settings.charge(Optional.of(Rate.parse("150m")))).isEqualTo(Charge.DEVICE);
    }

    @Test
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne() {
        RefusedSettings.assertRefused("charge", "disk", "device");
    }
}
