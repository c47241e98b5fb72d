package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChargeSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        ChargeSettings settings = new ChargeSettings(Map.of());
        assertThat(settings.charge(Optional.empty())).isEqualTo(Charge.DEVICE);
        assertThat(settings.charge(Optional.of(Rate.parse("150m")))).isEqualTo(Charge.TRANSFERRED);
        assertThat(settings.cachedPart()).isEqualTo(0.01);
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        ChargeSettings settings = new ChargeSettings(Map.of(
                "hdfs.throttle.charge", "device",
                "hdfs.throttle.charge.cached", "0.25"));
        assertThat(settings.charge(Optional.of(Rate.parse("150m")))).isEqualTo(Charge.DEVICE);
        assertThat(settings.cachedPart()).isEqualTo(0.25);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "charge | disk | device",
                "charge.cached | 1.5 | 0.01",
                "charge.cached | NaN | 0.01",
                "charge.cached | -0.1 | 0.01",
                "charge.cached | Infinity | 0.01",
                "charge.cached | much | 0.01"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }
}
