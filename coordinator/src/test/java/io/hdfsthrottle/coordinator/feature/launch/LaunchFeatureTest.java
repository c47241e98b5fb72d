package io.hdfsthrottle.coordinator.feature.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.coordinator.setting.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LaunchFeatureTest {
    private static final LaunchFeature FEATURE = new LaunchFeature();

    @Test
    void byDefault_itIsOff() {
        LaunchSettings settings = LaunchSettings.of(Settings.of(FEATURE, Map.of()));
        assertThat(settings.on()).isFalse();
        assertThat(settings.as()).isEqualTo(LaunchSettings.As.CALLER);
        assertThat(settings.perUser()).isEqualTo(new Quota(2, 4, 8, 16_384));
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("launch", "on"),
                Map.entry("launch.spark.home", "/s"),
                Map.entry("launch.where", "yarn"),
                Map.entry("launch.yarn.conf", "/y"),
                Map.entry("launch.yarn.queue", "root.etl"),
                Map.entry("launch.yarn.labels", "DS-1=disk1, DS-2=disk2"),
                Map.entry("launch.as", "coordinator"),
                Map.entry("launch.as.command", "sudo -n -u {user} --"),
                Map.entry("launch.disks", "DS-1=/d/1, DS-2=/d/2"),
                Map.entry("launch.folder", "/f"),
                Map.entry("launch.products.file", "/p"),
                Map.entry("launch.deployments", "5"),
                Map.entry("launch.longest", "2h"),
                Map.entry("launch.deployments.per.user", "3"),
                Map.entry("launch.disks.per.user", "6"),
                Map.entry("launch.cores.per.user", "7"),
                Map.entry("launch.memory.per.user", "900m"),
                Map.entry("lease", "on"));

        assertThat(given.keySet()).containsAll(FEATURE.defaults().keySet());
        assertThat(LaunchSettings.of(Settings.of(FEATURE, given)))
                .isEqualTo(new LaunchSettings(
                        true,
                        Optional.of(Path.of("/s")),
                        Optional.of(new Yarn(
                                Path.of("/y"), Optional.of("root.etl"), Map.of("DS-1", "disk1", "DS-2", "disk2"))),
                        new LaunchSettings.As(true, "sudo -n -u {user} --"),
                        Map.of("DS-1", Path.of("/d/1"), "DS-2", Path.of("/d/2")),
                        Path.of("/f"),
                        Optional.of(Path.of("/p")),
                        new Quota(3, 6, 7, 900),
                        5,
                        Duration.ofHours(2)));
    }

    @ParameterizedTest
    @CsvSource({
        "launch, on, lease = on",
        "launch, yes, off or on",
        "launch.disks, /data/1, DS-5f0c=/data/1/spark",
        "launch.disks, DS-1=data/1, DS-5f0c=/data/1/spark",
        "launch.disks, 'DS-1=/d/1,DS-1=/d/2', DS-5f0c=/data/1/spark",
        "launch.where, kubernetes, host or yarn",
        "launch.as, root, caller or coordinator",
        "launch.as.command, sudo -n --, 'setpriv --reuid={user}'",
        "launch.as.command, sudo -n -u {user}, sudo -n -u {user} --",
        "launch.yarn.labels, DS-1=-disk, DS-5f0c=disk1",
        "launch.yarn.labels, 'DS-1=a,DS-1=b', DS-5f0c=disk1",
        "launch.yarn.queue, 'a b', root.etl",
        "launch.deployments, 65, 16",
        "launch.memory.per.user, 16, 16g"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> LaunchSettings.of(Settings.of(FEATURE, Map.of(key, value))))
                .withMessageContainingAll(key + " = " + value, good, Settings.SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }

    @Test
    void yarn_takesItsConfiguration_andALabelForEachDisk_andForNoOther() {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> LaunchSettings.of(Settings.of(FEATURE, Map.of("launch.where", "yarn"))))
                .withMessageContainingAll("launch.yarn.conf", "/etc/hadoop/conf");
        Map<String, String> given = Map.of(
                "launch.where",
                "yarn",
                "launch.yarn.conf",
                "/y",
                "launch.disks",
                "DS-1=/d/1,DS-2=/d/2",
                "launch.yarn.labels",
                "DS-1=disk1,DS-3=disk3");
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> LaunchSettings.of(Settings.of(FEATURE, given)))
                .withMessageContainingAll("launch.yarn.labels", "each disk of launch.disks");
    }

    @Test
    void memory_isReadAsPeopleWriteIt() {
        assertThat(LaunchSettings.of(Settings.of(FEATURE, Map.of("launch.memory.per.user", "2GiB")))
                        .perUser()
                        .memory())
                .isEqualTo(2_048);
    }
}
