package io.hdfsthrottle.setting;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GuardSettingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "guard.weight | 0 | 300",
                "guard.weight | 2000 | 300",
                "guard.limit | 0 | 100m",
                "guard.latency | 0ms | 20ms",
                "guard.latency | 2s | 20ms",
                "guard.neighbours | backup.service | /sys/fs/cgroup/system.slice/backup.service",
                "guard.neighbours | /sys/fs/cgroup/../etc | /sys/fs/cgroup/system.slice/backup.service",
                "guard.neighbours | /sys/fs/cgroup/backup | 20m",
                "guard.neighbours.limit | 20m | /sys/fs/cgroup/system.slice/backup.service",
                "guard.neighbours.limit | 1k | 20m",
                "guard.dirty.limit | 1000 | 4m",
                "guard.read.latency | fast | 2ms"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }
}
