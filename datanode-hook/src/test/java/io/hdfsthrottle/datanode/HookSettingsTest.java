package io.hdfsthrottle.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import io.hdfsthrottle.unit.Rate;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

final class HookSettingsTest {

    private final Configuration configuration = new Configuration(false);

    @Test
    void settings_areReadOutOfTheDataNodesConfiguration() throws SettingException {
        configuration.set("hdfs.throttle.volume.capacity", "150m");
        configuration.set("hdfs.throttle.cluster", "${dfs.nameservices}-a");
        configuration.set("dfs.nameservices", "prod");
        configuration.set("dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin");
        AgentSettings settings = HookSettings.read(configuration);
        assertThat(settings.pacing().capacity()).contains(Rate.parse("150m"));
        assertThat(settings.grants().cluster()).isEqualTo("prod-a");
        assertThat(settings.enabled()).isTrue();
    }

    @Test
    void configurationWithoutOurKeys_meansTheDefaults() throws SettingException {
        assertThat(HookSettings.read(new Configuration(true)).pacing().capacity())
                .isEmpty();
    }

    @Test
    void unknownKey_isRefusedAndWhereItWasReadIsKnown() {
        configuration.addResource(
                new ByteArrayInputStream(
                        "<configuration><property><name>hdfs.throttle.capacity</name><value>1</value></property></configuration>"
                                .getBytes(StandardCharsets.UTF_8)),
                "hdfs-site.xml");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> HookSettings.read(configuration))
                .withMessageContaining("unknown setting hdfs.throttle.capacity;")
                .satisfies(refusal -> assertThat(HookSettings.source(configuration, refusal.key()))
                        .contains("hdfs-site.xml"));
        assertThat(HookSettings.source(configuration, "hdfs.throttle.absent")).isEqualTo("unknown");
    }

    @Test
    void grantFile_isWhereTheSettingsSayOrBesideTheDataNodesTemporaryState() throws SettingException {
        configuration.set("hadoop.tmp.dir", "/tmp/hadoop-hdfs");
        assertThat(HookSettings.grantFile(HookSettings.read(configuration), configuration, "dn/1:9866"))
                .isEqualTo(Path.of("/tmp/hadoop-hdfs/hdfs-throttle/grant-dn_1_9866"));
        configuration.set("hdfs.throttle.grant.file", "/var/lib/grant");
        assertThat(HookSettings.grantFile(HookSettings.read(configuration), configuration, "dn"))
                .isEqualTo(Path.of("/var/lib/grant"));
    }
}
