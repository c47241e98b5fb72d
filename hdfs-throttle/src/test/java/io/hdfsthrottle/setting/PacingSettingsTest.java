package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PacingSettingsTest {

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        PacingSettings settings = new PacingSettings(Map.of());
        assertThat(settings.capacity()).isEmpty();
        assertThat(settings.charge()).isEqualTo(Charge.DEVICE);
        assertThat(settings.extraSlots()).isEqualTo(0.5);
        assertThat(settings.tick()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.limits().longestSleep()).isEqualTo(WaitLimits.DEFAULT_LONGEST_SLEEP);
        assertThat(settings.limits().longestSleepOfWrites()).isEqualTo(WaitLimits.DEFAULT_LONGEST_SLEEP);
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        PacingSettings settings = new PacingSettings(Map.of(
                "hdfs.throttle.volume.capacity", "150m",
                "hdfs.throttle.pacing.tick", "20ms",
                "hdfs.throttle.pacing.longest.sleep", "1s",
                "hdfs.throttle.readahead.memory", "1g",
                "hdfs.throttle.slots.extra", "0.25"));
        assertThat(settings.extraSlots()).isEqualTo(0.25);
        assertThat(settings.readaheadMemory()).isEqualTo(1L << 30);
        assertThat(settings.capacity()).contains(Rate.parse("150m"));
        assertThat(settings.tick()).isEqualTo(Duration.ofMillis(20));
        assertThat(settings.limits().longestSleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.limits().longestSleepOfWrites()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void writes_waitNoLongerThanTheCloseOfAFileCanAfford_howeverLongReadsMay() throws SettingException {
        PacingSettings settings = new PacingSettings(Map.of("hdfs.throttle.pacing.longest.sleep", "20s"));
        assertThat(settings.limits().longestSleep()).isEqualTo(Duration.ofSeconds(20));
        assertThat(settings.limits().longestSleepOfWrites()).isEqualTo(Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "volume.capacity | -1 | 150m",
                "volume.capacity | NaN | 150m",
                "volume.capacity | 9223372036854775807 | 150m",
                "volume.capacity | 99999999999999999999999999 | 150m",
                "volume.capacity | 150Mb | 150m",
                "volume.capacity | 0 | 150m",
                "volume.capacity | 1048575 | 150m",
                "volume.capacity | 1025t | 150m",
                "pacing.tick | 9ms | 50ms",
                "pacing.tick | 1001ms | 50ms",
                "pacing.longest.sleep | 21s | 2s",
                "pacing.longest.sleep | -1s | 30s",
                "pacing.longest.sleep.read | 5s | unknown setting",
                "readahead.memory | 15m | 256m",
                "readahead.memory | 65g | 256m",
                "readahead.memory | much | 256m",
                "charge | disk | device",
                "slots.extra | 1.1 | 0.5",
                "slots.extra | half | 0.5"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }

    @Test
    void charge_isByDeviceUnlessACapacityIsSet_orAsWritten() throws SettingException {
        Map<String, String> fixed = Map.of("hdfs.throttle.volume.capacity", "150m");
        assertThat(new PacingSettings(fixed).charge()).isEqualTo(Charge.TRANSFERRED);
        Map<String, String> both = Map.of("hdfs.throttle.volume.capacity", "150m", "hdfs.throttle.charge", "device");
        assertThat(new PacingSettings(both).charge()).isEqualTo(Charge.DEVICE);
    }

    @Test
    void blanksAroundAValue_doNotCount() throws SettingException {
        assertThat(new PacingSettings(Map.of("hdfs.throttle.volume.capacity", " 150m\n")).capacity())
                .contains(Rate.parse("150m"));
    }
}
