package io.hdfsthrottle.coordinator.feature.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.setting.FeatureSettingsTest;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LaunchFeatureTest extends FeatureSettingsTest<LaunchSettings> {
    LaunchFeatureTest() {
        super(
                new LaunchFeature(),
                LaunchSettings::of,
                new LaunchSettings(
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        LaunchSettings.As.CALLER,
                        Map.of(),
                        Path.of("launch"),
                        Optional.empty(),
                        new Quota(2, 4, 8, 16_384),
                        16,
                        Duration.ofHours(24)),
                """
                launch = on
                launch.spark.home = /s
                launch.where = yarn
                launch.yarn.conf = /y
                launch.yarn.queue = root.etl
                launch.yarn.labels = DS-1=disk1, DS-2=disk2
                launch.as = coordinator
                launch.as.command = sudo -n -u {user} --
                launch.disks = DS-1=/d/1, DS-2=/d/2
                launch.folder = /f
                launch.products.file = /p
                launch.deployments = 5
                launch.longest = 2h
                launch.deployments.per.user = 3
                launch.disks.per.user = 6
                launch.cores.per.user = 7
                launch.memory.per.user = 900m
                lease = on
                """,
                new LaunchSettings(
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
                        Duration.ofHours(2)),
                """
                launch = on -> lease = on
                launch = yes -> off or on
                launch.disks = /data/1 -> DS-5f0c=/data/1/spark
                launch.disks = DS-1=data/1 -> DS-5f0c=/data/1/spark
                launch.disks = DS-1=/d/1,DS-1=/d/2 -> DS-5f0c=/data/1/spark
                launch.where = kubernetes -> host or yarn
                launch.as = root -> caller or coordinator
                launch.as.command = sudo -n -- -> setpriv --reuid={user}
                launch.as.command = sudo -n -u {user} -> sudo -n -u {user} --
                launch.yarn.labels = DS-1=-disk -> DS-5f0c=disk1
                launch.yarn.labels = DS-1=a,DS-1=b -> DS-5f0c=disk1
                launch.yarn.queue = a b -> root.etl
                launch.deployments = 65 -> 16
                launch.memory.per.user = 16 -> 16g
                """);
    }

    @Test
    void yarn_takesItsConfiguration_andALabelForEachDisk_andForNoOther() {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> settings(Map.of("launch.where", "yarn")))
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
                .isThrownBy(() -> settings(given))
                .withMessageContainingAll("launch.yarn.labels", "each disk of launch.disks");
    }

    @Test
    void memory_isReadAsPeopleWriteIt() {
        assertThat(settings(Map.of("launch.memory.per.user", "2GiB")).perUser().memory())
                .isEqualTo(2_048);
    }
}
