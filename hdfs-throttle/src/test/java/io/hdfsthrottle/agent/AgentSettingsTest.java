package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.unit.Rate;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentSettingsTest {

    /** Every key, with a value that is not its default. */
    private static final Map<String, String> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("hdfs.throttle.enabled", "false"),
            Map.entry("hdfs.throttle.cluster", "prod"),
            Map.entry("hdfs.throttle.node", "dn-7"),
            Map.entry("hdfs.throttle.coordinator", "http://a:9880,http://b:9880"),
            Map.entry("hdfs.throttle.coordinator.timeout", "7s"),
            Map.entry("hdfs.throttle.volume.capacity", "150m"),
            Map.entry("hdfs.throttle.charge", "device"),
            Map.entry("hdfs.throttle.charge.cached", "0.25"),
            Map.entry("hdfs.throttle.pacing.tick", "20ms"),
            Map.entry("hdfs.throttle.pacing.longest.sleep", "1s"),
            Map.entry("hdfs.throttle.grant.file", "/var/grant"),
            Map.entry("hdfs.throttle.grant.stale.after", "40s"),
            Map.entry("hdfs.throttle.grant.expire.after", "20m"),
            Map.entry("hdfs.throttle.signing.keys.file", "/etc/keys")));

    @Test
    void nothingWritten_meansTheDefaults() throws SettingException {
        AgentSettings settings = AgentSettings.parse(Map.of());
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.cluster()).isEqualTo("default");
        assertThat(settings.node()).isEmpty();
        assertThat(settings.coordinators()).isEmpty();
        assertThat(settings.coordinatorTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.volumeCapacity()).isEmpty();
        assertThat(settings.charge()).isEqualTo(Charge.DEVICE);
        assertThat(settings.cachedPart()).isEqualTo(0.01);
        assertThat(settings.tick()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.pacingLimits().longestSleep()).isEqualTo(PacingLimits.DEFAULT_LONGEST_SLEEP);
        assertThat(settings.grantFile()).isEmpty();
        assertThat(settings.staleAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.expireAfter()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.signingKeysFile()).isEmpty();
    }

    @Test
    void everyKey_setsWhatItIsNamedFor() throws SettingException {
        AgentSettings settings = AgentSettings.parse(ALL);
        assertThat(settings.enabled()).isFalse();
        assertThat(settings.cluster()).isEqualTo("prod");
        assertThat(settings.node()).contains("dn-7");
        assertThat(settings.coordinators()).containsExactly(URI.create("http://a:9880"), URI.create("http://b:9880"));
        assertThat(settings.coordinatorTimeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(settings.volumeCapacity()).contains(Rate.parse("150m"));
        assertThat(settings.charge()).isEqualTo(Charge.DEVICE);
        assertThat(settings.cachedPart()).isEqualTo(0.25);
        assertThat(settings.tick()).isEqualTo(Duration.ofMillis(20));
        assertThat(settings.pacingLimits().longestSleep()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.grantFile()).contains(Path.of("/var/grant"));
        assertThat(settings.staleAfter()).isEqualTo(Duration.ofSeconds(40));
        assertThat(settings.expireAfter()).isEqualTo(Duration.ofMinutes(20));
        assertThat(settings.signingKeysFile()).contains(Path.of("/etc/keys"));
    }

    @Test
    void noKey_isForgottenInThisTest() {
        assertThat(ALL.keySet()).isEqualTo(AgentSettings.keys());
    }

    /** Each key alone changes its one field: a key that is read into nothing, or a field that no key sets, is seen here. */
    @Test
    void everyKey_changesExactlyOneField() throws Exception {
        AgentSettings byDefault = AgentSettings.parse(Map.of());
        Map<String, String> setBy = new HashMap<>();
        for (Map.Entry<String, String> entry : ALL.entrySet()) {
            AgentSettings settings = AgentSettings.parse(Map.of(entry.getKey(), entry.getValue()));
            int changed = 0;
            for (Field field : fields()) {
                if (!same(value(field, settings), value(field, byDefault))) {
                    changed++;
                    assertThat(setBy.put(field.getName(), entry.getKey())).isNull();
                }
            }
            assertThat(changed).as(entry.getKey()).isEqualTo(1);
        }
        assertThat(setBy).hasSize(fields().size());
    }

    /** Every setting's field; those of the kernel's layers lie in an object of their own. */
    private static List<Field> fields() {
        List<Field> fields = new ArrayList<>();
        for (Class<?> owner : List.of(AgentSettings.class, KernelSettings.class)) {
            for (Field field : owner.getDeclaredFields()) {
                boolean setting = !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic();
                if (setting && field.getType() != KernelSettings.class) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static Object value(Field field, AgentSettings settings) throws IllegalAccessException {
        field.setAccessible(true);
        return field.get(field.getDeclaringClass() == AgentSettings.class ? settings : settings.kernel());
    }

    private static boolean same(Object one, Object other) {
        if (one instanceof PacingLimits) {
            return ((PacingLimits) one).longestSleep().equals(((PacingLimits) other).longestSleep());
        }
        return java.util.Objects.equals(one, other);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enabled | yes | true",
                "enabled | TRUE | true",
                "coordinator | a:9880 | http://coordinator.example:9880",
                "coordinator.timeout | soon | 30s",
                "coordinator.timeout | 0s | 5s",
                "coordinator.timeout | 2m | 5s",
                "charge | disk | device",
                "charge.cached | 1.5 | 0.01",
                "charge.cached | NaN | 0.01",
                "charge.cached | -0.1 | 0.01",
                "charge.cached | Infinity | 0.01",
                "charge.cached | much | 0.01",
                "volume.capacity | -1 | 150m",
                "volume.capacity | NaN | 150m",
                "volume.capacity | 9223372036854775807 | 150m",
                "volume.capacity | 99999999999999999999999999 | 150m",
                "volume.capacity | 150mb | 150m",
                "volume.capacity | 0 | 150m",
                "volume.capacity | 1048575 | 150m",
                "volume.capacity | 1025t | 150m",
                "pacing.tick | 9ms | 50ms",
                "pacing.tick | 1001ms | 50ms",
                "pacing.longest.sleep | 6s | 2s",
                "pacing.longest.sleep | -1s | 30s",
                "grant.stale.after | 30 | 30s",
                "grant.expire.after | never | 30s",
                "grant.expire.after | 999999999h | 30s",
                "grant.expire.after | 29s | 10m",
                "grant.stale.after | 11m | 10m"
            })
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        String key = "hdfs.throttle." + name;
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AgentSettings.parse(Map.of(key, value)))
                .withMessageContaining("hdfs.throttle.")
                .withMessageContaining(good)
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hdfs.throttle.grant.file", "hdfs.throttle.signing.keys.file"})
    void pathThatNoFileCanHave_isRefusedWithItsKeyAndAGoodOne(String key) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AgentSettings.parse(Map.of(key, "a\0b")))
                .withMessageContaining(key)
                .withMessageContaining("/var/lib/hdfs-throttle/");
    }

    @ParameterizedTest
    @CsvSource({
        "hdfs.throttle.volume.capactiy",
        "hdfs.throttle.Enabled",
        "hdfs.throttle.",
        "hdfs.throttle.spark.tenant",
        "dfs.throttle.enabled",
        "enabled"
    })
    void unknownKey_isRefusedWithTheKeysThereAre(String key) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AgentSettings.parse(Map.of("hdfs.throttle.cluster", "prod", key, "7")))
                .withMessageContaining(key + "=7")
                .withMessageContaining("hdfs.throttle.volume.capacity")
                .matches(refusal -> refusal.key().equals(key));
    }

    @Test
    void blanksAroundAValue_doNotCount() throws SettingException {
        assertThat(AgentSettings.parse(Map.of("hdfs.throttle.volume.capacity", " 150m\n"))
                        .volumeCapacity())
                .contains(Rate.parse("150m"));
    }
}
