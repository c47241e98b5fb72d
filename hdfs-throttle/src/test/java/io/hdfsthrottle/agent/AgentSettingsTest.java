package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.guard.GuardPlan;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.unit.Rate;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
            Map.entry("hdfs.throttle.pacing.longest.sleep.read", "10s"),
            Map.entry("hdfs.throttle.slots.extra", "0.25"),
            Map.entry("hdfs.throttle.grant.file", "/var/grant"),
            Map.entry("hdfs.throttle.grant.stale.after", "40s"),
            Map.entry("hdfs.throttle.grant.expire.after", "20m"),
            Map.entry("hdfs.throttle.signing.keys.file", "/etc/keys"),
            Map.entry("hdfs.throttle.kernel.blkio", "enforce"),
            Map.entry("hdfs.throttle.kernel.cgroup.root", "/cgroups"),
            Map.entry("hdfs.throttle.kernel.ioprio", "auto"),
            Map.entry("hdfs.throttle.kernel.socket", "1200m"),
            Map.entry("hdfs.throttle.guard.weight", "300"),
            Map.entry("hdfs.throttle.guard.limit", "100m"),
            Map.entry("hdfs.throttle.guard.latency", "20ms"),
            Map.entry("hdfs.throttle.guard.neighbours", "/sys/fs/cgroup/backup"),
            Map.entry("hdfs.throttle.guard.neighbours.limit", "20m"),
            Map.entry("hdfs.throttle.guard.dirty.limit", "4m"),
            Map.entry("hdfs.throttle.guard.read.latency", "2ms"),
            Map.entry("hdfs.throttle.guard.state.file", "/var/guard")));

    /** Settings that hold settings. */
    private static final Set<Class<?>> NESTED = Set.of(
            KernelSettings.class, BlkioSettings.class, NativeLayerSettings.class, GuardSettings.class, GuardPlan.class);

    /** Keys of which one means nothing without the other. */
    private static final Set<String> TOGETHER =
            Set.of("hdfs.throttle.guard.neighbours", "hdfs.throttle.guard.neighbours.limit");

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
        assertThat(settings.pacingLimits().longestReadSleep()).isEqualTo(PacingLimits.DEFAULT_LONGEST_READ_SLEEP);
        assertThat(settings.extraSlots()).isEqualTo(0.5);
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
        assertThat(settings.pacingLimits().longestReadSleep()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.extraSlots()).isEqualTo(0.25);
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
        Map<String, Object> byDefault = fields(AgentSettings.parse(Map.of()));
        Set<String> seen = new HashSet<>();
        for (String key : ALL.keySet()) {
            Map<String, String> written = new HashMap<>(ALL);
            written.keySet().removeIf(other -> !other.equals(key) && !TOGETHER.containsAll(Set.of(key, other)));
            Map<String, Object> fields = fields(AgentSettings.parse(written));
            fields.entrySet().removeIf(field -> same(field.getValue(), byDefault.get(field.getKey())));
            assertThat(fields).as(key).hasSize(written.size());
            if (!TOGETHER.contains(key)) {
                assertThat(seen).as(key).doesNotContainAnyElementsOf(fields.keySet());
            }
            seen.addAll(fields.keySet());
        }
        assertThat(seen).isEqualTo(byDefault.keySet());
    }

    /** What is set, by name: also within settings that hold others. */
    private static Map<String, Object> fields(Object settings) throws IllegalAccessException {
        Map<String, Object> fields = new HashMap<>();
        for (Field field : settings.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(settings);
            if (NESTED.contains(field.getType())) {
                fields(value).forEach((name, inner) -> fields.put(field.getName() + "." + name, inner));
            } else {
                fields.put(field.getName(), value);
            }
        }
        return fields;
    }

    private static boolean same(Object one, Object other) {
        if (one instanceof PacingLimits) {
            PacingLimits limits = (PacingLimits) one;
            return limits.longestSleep().equals(((PacingLimits) other).longestSleep())
                    && limits.longestReadSleep().equals(((PacingLimits) other).longestReadSleep());
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
                "kernel.blkio | on | off",
                "kernel.cgroup.root | cgroup | /sys/fs/cgroup",
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
                "pacing.longest.sleep.read | 21s | 5s",
                "slots.extra | 1.1 | 0.5",
                "slots.extra | half | 0.5",
                "grant.stale.after | 30 | 30s",
                "grant.expire.after | never | 30s",
                "grant.expire.after | 999999999h | 30s",
                "grant.expire.after | 29s | 10m",
                "grant.stale.after | 11m | 10m",
                "kernel.ioprio | true | auto",
                "kernel.socket | on | 150m",
                "kernel.socket | 1000 | 1200m",
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
