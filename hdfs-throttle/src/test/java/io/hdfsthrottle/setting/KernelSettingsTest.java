package io.hdfsthrottle.setting;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KernelSettingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kernel.blkio | on | off",
                "kernel.cgroup.root | cgroup | /sys/fs/cgroup",
                "kernel.ioprio | true | auto",
                "kernel.socket | on | 150m",
                "kernel.socket | 1000 | 1200m"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }
}
