package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.executor.ExecutorMode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExecutorSettingsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "executors | on | count",
                "executors | hold | hdfs.throttle.executors.cgroup",
                "executors.cgroup | executors | /sys/fs/cgroup/blkio/executors",
                "executors.cgroup | /sys/fs/cgroup/../etc | /sys/fs/cgroup/blkio/executors",
                "executors.users | a b | yarn,spark"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
    }

    @Test
    void nothingIsChangedUnlessItIsAskedFor() throws SettingException {
        assertThat(AgentSettings.parse(Map.of()).executors().mode()).isEqualTo(ExecutorMode.COUNT);
    }
}
