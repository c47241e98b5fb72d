package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What settings mean, and how invalid ones are refused or reported. */
final class ThrottleSettingsTest {

    private static final String COORDINATOR = "http://one:9880";

    private final List<String> complaints = new ArrayList<>();

    @Test
    void defaults_askForNoTenantAndWaitFiveSeconds() {
        ThrottleSettings settings = read(Map.of("coordinator", COORDINATOR)).orElseThrow();

        assertThat(settings.enabled()).isTrue();
        assertThat(settings.tenant()).isEmpty();
        assertThat(settings.timeoutEach()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.startWait()).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.kerberos(false)).isFalse();
        assertThat(settings.kerberos(true)).isTrue();
        assertThat(settings.choosesReplicas()).isTrue();
        assertThat(settings.shortCircuit()).isEmpty();
        assertThat(settings.hedgesReads()).isFalse();
        assertThat(complaints).isEmpty();
    }

    @Test
    void everyKey_isRead() {
        ThrottleSettings settings = read(Map.of(
                        "enabled", "true",
                        "tenant", "gold",
                        "coordinator", "http://one:9880, https://two:9881/",
                        "coordinator.timeout", "250ms",
                        "start.wait", "2s",
                        "kerberos", "true",
                        "replicas", "hdfs",
                        "shortcircuit", "free",
                        "hedged.reads", "hdfs"))
                .orElseThrow();

        assertThat(settings.tenant()).contains(Tenant.named("gold"));
        assertThat(settings.coordinators())
                .containsExactly(URI.create("http://one:9880"), URI.create("https://two:9881"));
        assertThat(settings.startWait()).isEqualTo(Duration.ofSeconds(2));
        assertThat(settings.timeoutEach()).isEqualTo(Duration.ofMillis(125));
        assertThat(settings.kerberos(false)).isTrue();
        assertThat(settings.choosesReplicas()).isFalse();
        assertThat(settings.shortCircuit()).contains(ShortCircuit.FREE);
        assertThat(settings.hedgesReads()).isTrue();
        assertThat(settings.appointments()).isEmpty();
    }

    @Test
    void appointments_areOffUnlessTheyAreOn_andWaitTwentySecondsUnlessTheySay() {
        Map<String, String> given =
                new HashMap<>(Map.of("coordinator", "http://one:9880", "appointments.longest.wait", "1m"));
        assertThat(ThrottleSettings.read(given, complaint -> {}).orElseThrow().appointments())
                .isEmpty();
        given.put("appointments", "true");
        assertThat(ThrottleSettings.read(given, complaint -> {}).orElseThrow().appointments())
                .contains(Duration.ofMinutes(1));
        given.remove("appointments.longest.wait");
        assertThat(ThrottleSettings.read(given, complaint -> {}).orElseThrow().appointments())
                .contains(Duration.ofSeconds(20));
    }

    @Test
    void switchedOff_nothingElseIsLookedAt() {
        ThrottleSettings settings =
                read(Map.of("enabled", "false", "coordinator", "nonsense")).orElseThrow();

        assertThat(settings.enabled()).isFalse();
        assertThat(complaints).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "replicas, best, spark.hdfs.throttle.replicas=hdfs",
        "shortcircuit, paced, spark.hdfs.throttle.shortcircuit=tcp",
        "hedged.reads, 5, spark.hdfs.throttle.hedged.reads=off",
        "appointments, on, spark.hdfs.throttle.appointments=false",
        "appointments.longest.wait, 10m, spark.hdfs.throttle.appointments.longest.wait=20s",
        "appointments.longest.wait, 0s, 1s to 5m",
        "kerberos, maybe, spark.hdfs.throttle.kerberos=auto",
        "tennant, gold, spark.hdfs.throttle.tenant=gold",
        "tenant, -gold, spark.hdfs.throttle.tenant=gold",
        "tenant, '', spark.hdfs.throttle.tenant=gold",
        "enabled, yes, spark.hdfs.throttle.enabled=true",
        "coordinator.timeout, 5, spark.hdfs.throttle.coordinator.timeout=5s",
        "coordinator.timeout, 2m, 100ms to 1m",
        "coordinator.timeout, 0s, 100ms to 1m",
        "start.wait, 5, spark.hdfs.throttle.start.wait=500ms",
        "coordinator, one:9880, http://coordinator.example:9880",
        "coordinator, ',', http://coordinator.example:9880",
        "coordinator, http://one:9880/v1, http://coordinator.example:9880",
    })
    void malformedSetting_isRefusedWithItsNameItsValueAndAGoodValue(String key, String value, String goodValue) {
        Optional<ThrottleSettings> settings =
                read(key.equals("coordinator") ? Map.of(key, value) : Map.of("coordinator", COORDINATOR, key, value));

        assertThat(settings).isEmpty();
        assertThat(complaints)
                .singleElement()
                .asString()
                .contains("spark.hdfs.throttle." + key + "=" + value)
                .contains(goodValue)
                .doesNotContain("\n");
    }

    @Test
    void missingCoordinator_isRefusedWithAGoodValue() {
        assertThat(read(Map.of("tenant", "gold"))).isEmpty();
        assertThat(complaints)
                .singleElement()
                .asString()
                .contains("spark.hdfs.throttle.coordinator is missing")
                .contains("http://coordinator.example:9880");
    }

    @Test
    void unknownKeyThatSoundsSecret_isNotShown() {
        assertThat(read(Map.of("coordinator", COORDINATOR, "admin.token", "hunter2")))
                .isEmpty();
        assertThat(complaints)
                .singleElement()
                .asString()
                .contains("admin.token")
                .doesNotContain("hunter2");
    }

    private Optional<ThrottleSettings> read(Map<String, String> given) {
        return ThrottleSettings.read(given, complaints::add);
    }
}
