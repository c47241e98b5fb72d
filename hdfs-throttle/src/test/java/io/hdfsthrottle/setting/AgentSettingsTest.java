package io.hdfsthrottle.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.guard.GuardPlan;
import io.hdfsthrottle.queue.WaitLimits;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentSettingsTest {

    /** Every key, with a value that is not its default. */
    private static final Map<String, String> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("hdfs.throttle.enabled", "false"),
            Map.entry("hdfs.throttle.mode", "shadow"),
            Map.entry("hdfs.throttle.cluster", "prod"),
            Map.entry("hdfs.throttle.node", "dn-7"),
            Map.entry("hdfs.throttle.coordinator", "http://a:9880,http://b:9880"),
            Map.entry("hdfs.throttle.coordinator.timeout", "7s"),
            Map.entry("hdfs.throttle.coordinator.tls.trust", "/etc/ca.pem"),
            Map.entry("hdfs.throttle.volume.capacity", "150m"),
            Map.entry("hdfs.throttle.charge", "device"),
            Map.entry("hdfs.throttle.readahead.memory", "64m"),
            Map.entry("hdfs.throttle.pacing.tick", "20ms"),
            Map.entry("hdfs.throttle.pacing.longest.sleep", "1s"),
            Map.entry("hdfs.throttle.slots.extra", "0.25"),
            Map.entry("hdfs.throttle.volume.choosing.policy", "org.example.Fullest"),
            Map.entry("hdfs.throttle.grant.file", "/var/grant"),
            Map.entry("hdfs.throttle.grant.stale.after", "40s"),
            Map.entry("hdfs.throttle.grant.expire.after", "20m"),
            Map.entry("hdfs.throttle.node.key.file", "/etc/keys"),
            Map.entry("hdfs.throttle.kernel.blkio", "backstop"),
            Map.entry("hdfs.throttle.kernel.cgroup.root", "/cgroups"),
            Map.entry("hdfs.throttle.kernel.ioprio", "auto"),
            Map.entry("hdfs.throttle.kernel.socket", "1200m"),
            Map.entry("hdfs.throttle.executors", "charge"),
            Map.entry("hdfs.throttle.executors.cgroup", "/sys/fs/cgroup/executors"),
            Map.entry("hdfs.throttle.executors.users", "yarn,spark"),
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
            GrantSettings.class,
            LinkSettings.class,
            PacingSettings.class,
            KernelSettings.class,
            BlkioSettings.class,
            NativeLayerSettings.class,
            GuardSettings.class,
            ExecutorSettings.class,
            GuardPlan.class,
            PlacementSettings.class);

    /** Keys that have an effect only together. */
    private static final Set<String> TOGETHER =
            Set.of("hdfs.throttle.guard.neighbours", "hdfs.throttle.guard.neighbours.limit");

    @Test
    void agent_isEnabledUnlessSomebodySaysOtherwise() throws SettingException {
        assertThat(AgentSettings.parse(Map.of()).enabled()).isTrue();
        assertThat(AgentSettings.parse(ALL).enabled()).isFalse();
    }

    @Test
    void noKey_isForgottenInThisTest() {
        assertThat(ALL.keySet()).isEqualTo(AgentSettings.keys());
    }

    /** Each key alone changes exactly one field: detects keys that set no field and fields that no key sets. */
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

    /** Field values by name, including those of nested settings. */
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
        if (one instanceof WaitLimits) {
            WaitLimits limits = (WaitLimits) one;
            return limits.longestSleep().equals(((WaitLimits) other).longestSleep());
        }
        return java.util.Objects.equals(one, other);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"enabled | yes | true", "enabled | TRUE | true"})
    void malformedValue_isRefusedWithItsKeyItsValueAndAGoodOne(String name, String value, String good) {
        RefusedSettings.assertRefused(name, value, good);
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
    void unknownKey_isRefusedWithTheNearestOfThoseThereAre(String key) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> AgentSettings.parse(Map.of("hdfs.throttle.cluster", "prod", key, "7")))
                .withMessageContaining("unknown setting " + key + "; the nearest is hdfs.throttle.")
                .withMessageContaining("hdfs.throttle.volume.capacity")
                .matches(refusal -> refusal.key().equals(key));
    }
}
