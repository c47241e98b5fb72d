package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.application.Assignment;
import io.hdfsthrottle.coordinator.audit.AuditSettings;
import io.hdfsthrottle.coordinator.election.ZooKeeperSettings;
import io.hdfsthrottle.coordinator.feature.Feature;
import io.hdfsthrottle.coordinator.feature.Features;
import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CoordinatorSettingsTest {
    private static final String SOURCE = "coordinator.properties";

    private static String place(String key) {
        return SOURCE;
    }

    @Test
    void defaults_areThese() {
        CoordinatorSettings read = CoordinatorSettings.of(Map.of(), CoordinatorSettingsTest::place);
        assertThat(read)
                .isEqualTo(new CoordinatorSettings(
                        "127.0.0.1",
                        9880,
                        Optional.empty(),
                        TlsFiles.NONE,
                        "default",
                        ZooKeeperSettings.open("127.0.0.1:2181", "/hdfs-throttle", Duration.ofSeconds(15)),
                        Path.of("signing.keys"),
                        new AccessSettings(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                KerberosSettings.OFF),
                        new AuditSettings(Optional.empty(), 64 << 20, 1 << 30),
                        Assignment.ACCEPTING_CLAIMS,
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(10),
                        new Limits(0, 0, 200, 16, 0, 10_000, Duration.ofSeconds(10)),
                        read.features(),
                        read.shared()));
    }

    private static Set<String> keysOfTheCore() {
        Set<String> keys = new TreeSet<>(CoordinatorSettings.keys().keySet());
        Features.all().forEach(feature -> keys.removeAll(feature.defaults().keySet()));
        return keys;
    }

    @Test
    void whatAllCoordinatorsShare_isWhatTheyGrantBy_andNoFile() {
        Map<String, String> shared =
                CoordinatorSettings.of(Map.of(), CoordinatorSettingsTest::place).shared();

        assertThat(shared)
                .containsKeys("application.expiry", "claims.unverified", "node.expiry")
                .doesNotContainKeys("listen.port", "limits.patience", "signing.keys.file");
        assertThat(shared.keySet()).noneMatch(key -> key.endsWith(".file"));
        for (Feature feature : Features.all()) {
            assertThat(feature.defaults().keySet().stream().filter(key -> !key.endsWith(".file")))
                    .allMatch(key -> shared.containsKey(key) == feature.isShared());
        }
    }

    @Test
    void everyKey_isReadIntoItsPlace() {
        Map<String, String> given = Map.ofEntries(
                Map.entry("listen.address", "0.0.0.0"),
                Map.entry("listen.port", "1234"),
                Map.entry("advertised.url", "http://c1.example.com:1234"),
                Map.entry("cluster", "prod"),
                Map.entry("zookeeper.connect", "zk1:2181,zk2:2182"),
                Map.entry("zookeeper.path", "/a/b"),
                Map.entry("zookeeper.session.timeout", "6s"),
                Map.entry("zookeeper.auth.file", "/za"),
                Map.entry("zookeeper.acl", "open"),
                Map.entry("zookeeper.tls.trust.file", "/zt"),
                Map.entry("zookeeper.tls.identity.file", "/zi"),
                Map.entry("tls.certificate.file", "/c"),
                Map.entry("tls.key.file", "/ck"),
                Map.entry("tls.client.trust.file", "/ct"),
                Map.entry("signing.keys.file", "/k"),
                Map.entry("admin.token.file", "/t"),
                Map.entry("register.token.file", "/r"),
                Map.entry("access.file", "/a"),
                Map.entry("access.anonymous", "view, register"),
                Map.entry("audit.file", "/l"),
                Map.entry("audit.file.size", "64k"),
                Map.entry("audit.total.size", "2g"),
                Map.entry("kerberos.keytab", "/h"),
                Map.entry("kerberos.principal", "HTTP/_HOST@A.ORG"),
                Map.entry("kerberos.realms", "A.ORG,B.ORG"),
                Map.entry("kerberos.token.lifetime", "1h"),
                Map.entry("kerberos.token.longest", "3h"),
                Map.entry("claims.unverified", "refuse"),
                Map.entry("application.expiry", "2m"),
                Map.entry("node.expiry", "2500ms"),
                Map.entry("limits.connections", "1000"),
                Map.entry("limits.connections.per.address", "100"),
                Map.entry("limits.requests.per.second", "20"),
                Map.entry("limits.requests.at.once", "2"),
                Map.entry("limits.polls.per.address", "30"),
                Map.entry("limits.applications.per.credential", "40"),
                Map.entry("limits.patience", "3s"));

        assertThat(given.keySet()).isEqualTo(keysOfTheCore());
        CoordinatorSettings read = CoordinatorSettings.of(given, CoordinatorSettingsTest::place);
        assertThat(read)
                .isEqualTo(new CoordinatorSettings(
                        "0.0.0.0",
                        1234,
                        Optional.of(URI.create("http://c1.example.com:1234")),
                        TlsFiles.of(Path.of("/ct"), Path.of("/c"), Path.of("/ck")),
                        "prod",
                        new ZooKeeperSettings(
                                "zk1:2181,zk2:2182",
                                "/a/b",
                                Duration.ofSeconds(6),
                                Optional.of(Path.of("/za")),
                                false,
                                Optional.of(Path.of("/zt")),
                                Optional.of(Path.of("/zi"))),
                        Path.of("/k"),
                        new AccessSettings(
                                Optional.of(Path.of("/t")),
                                Optional.of(Path.of("/r")),
                                Optional.of(Path.of("/a")),
                                Optional.of(Set.of(Role.VIEW, Role.REGISTER)),
                                new KerberosSettings(
                                        Optional.of(Path.of("/h")),
                                        "HTTP/_HOST@A.ORG",
                                        Set.of("A.ORG", "B.ORG"),
                                        Duration.ofHours(1),
                                        Duration.ofHours(3))),
                        new AuditSettings(Optional.of(Path.of("/l")), 64 << 10, 2L << 30),
                        Assignment.REFUSING_CLAIMS,
                        Duration.ofMinutes(2),
                        Duration.ofMillis(2500),
                        new Limits(1000, 100, 20, 2, 30, 40, Duration.ofSeconds(3)),
                        read.features(),
                        read.shared()));
    }

    @Test
    void unknownKey_isRefusedNamingTheKnownOnes_withoutItsValueThatMayBeASecret() {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(
                        () -> CoordinatorSettings.of(Map.of("admin.token", "s3cret"), CoordinatorSettingsTest::place))
                .withMessageContainingAll("unknown key admin.token", SOURCE, "the nearest is", "admin.token.file")
                .withMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "listen.address, a b, 127.0.0.1",
        "listen.port, http, 9880",
        "kerberos.principal, host/a@A.ORG, HTTP/_HOST",
        "kerberos.token.lifetime, 0s, 24h",
        "listen.port, 65536, 9880",
        "listen.port, -1, 9880",
        "advertised.url, c1:9880, http://",
        "advertised.url, http://my_host:9880, http://coordinator1.example.com:9880",
        "listen.address, my_host, no name of one",
        "listen.address, 127.0.0.1:9880, without a port",
        "zookeeper.connect, ::1:2181, [2001:db8::1]:2181",
        "zookeeper.connect, [::1:2181, [2001:db8::1]:2181",
        "zookeeper.connect, zk1:99999, zk1:2181",
        "advertised.url, http://c1:9880/path, http://",
        "cluster, a/b, default",
        "zookeeper.connect, zk1, zk1:2181",
        "zookeeper.path, hdfs-throttle, /hdfs-throttle",
        "zookeeper.path, /a/../b, /hdfs-throttle",
        "zookeeper.acl, everybody, creator or open",
        "tls.certificate.file, /c, tls.key.file",
        "tls.key.file, /k, tls.certificate.file",
        "tls.client.trust.file, /t, tls.certificate.file",
        "zookeeper.session.timeout, 15, 15s",
        "zookeeper.session.timeout, 0s, 15s",
        "zookeeper.session.timeout, 3m, 15s",
        "signing.keys.file, '', signing.keys",
        "claims.unverified, maybe, accept or refuse",
        "application.expiry, 1s, 10m",
        "access.anonymous, root, view",
        "audit.file.size, 1k, 64m",
        "audit.total.size, much, 1g",
        "node.expiry, forever, 10s",
        "limits.connections, many, 4000",
        "limits.requests.per.second, 0, 200",
        "limits.requests.per.second, '', 200",
        "limits.patience, 2m, 10s"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() -> CoordinatorSettings.of(Map.of(key, value), CoordinatorSettingsTest::place))
                .withMessageContainingAll(key + " = " + value, good, SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }

    @Test
    void sizes_areReadAsPeopleWriteThem() {
        CoordinatorSettings settings = CoordinatorSettings.of(
                Map.of("audit.file.size", "100MB", "audit.total.size", "1.5g"), CoordinatorSettingsTest::place);
        assertThat(settings.audit().fileBytes()).isEqualTo(100_000_000);
        assertThat(settings.audit().totalBytes()).isEqualTo(3L << 29);
    }

    @Test
    void claims_countWhereTheySayNothing_onlyOnALoopbackAddress() {
        assertThat(CoordinatorSettings.of(Map.of(), CoordinatorSettingsTest::place)
                        .unverifiedClaims())
                .isEqualTo(Assignment.ACCEPTING_CLAIMS);
        assertThat(CoordinatorSettings.of(
                                Map.of("listen.address", "0.0.0.0", "admin.token.file", "/t"),
                                CoordinatorSettingsTest::place)
                        .unverifiedClaims())
                .isEqualTo(Assignment.REFUSING_CLAIMS);
    }

    @Test
    void listeningForOtherMachines_takesAnAdminToken() {
        assertThatExceptionOfType(RefusedSetting.class)
                .isThrownBy(() ->
                        CoordinatorSettings.of(Map.of("listen.address", "0.0.0.0"), CoordinatorSettingsTest::place))
                .withMessageContainingAll("listen.address = 0.0.0.0", "admin.token.file", SOURCE);
        assertThat(CoordinatorSettings.of(Map.of("listen.address", "::1"), CoordinatorSettingsTest::place)
                        .advertised(7))
                .isEqualTo(URI.create("http://[::1]:7"));
    }

    @Test
    void configurationFile_namesEveryKeyWithItsDefault() throws Exception {
        Path file = Path.of("..", "conf", "coordinator.properties");
        Matcher matcher = Pattern.compile("(?m)^#([a-z.]+) =(.*)$").matcher(Files.readString(file));
        Properties documented = new Properties();
        while (matcher.find()) {
            documented.setProperty(matcher.group(1), matcher.group(2).strip());
        }
        Properties active = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            active.load(reader);
        }

        assertThat(documented).isEqualTo(CoordinatorSettings.keys());
        assertThat(active).isEmpty();
    }
}
