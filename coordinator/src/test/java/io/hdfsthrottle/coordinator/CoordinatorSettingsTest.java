package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.access.AccessSettings;
import io.hdfsthrottle.coordinator.access.Role;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.app.Assignment;
import io.hdfsthrottle.coordinator.audit.AuditSettings;
import io.hdfsthrottle.coordinator.credit.CreditSettings;
import io.hdfsthrottle.coordinator.credit.Credits;
import io.hdfsthrottle.coordinator.credit.Level;
import io.hdfsthrottle.coordinator.disk.LeaseSettings;
import io.hdfsthrottle.coordinator.election.ZooKeeperSettings;
import io.hdfsthrottle.coordinator.forecast.ForecastSettings;
import io.hdfsthrottle.coordinator.history.HistorySettings;
import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.coordinator.launch.LaunchSettings;
import io.hdfsthrottle.coordinator.launch.Quota;
import io.hdfsthrottle.coordinator.launch.Yarn;
import io.hdfsthrottle.coordinator.slot.SlotSettings;
import io.hdfsthrottle.coordinator.tier.TierSettings;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
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
        assertThat(CoordinatorSettings.of(Map.of(), CoordinatorSettingsTest::place))
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
                        HistorySettings.OFF,
                        CreditSettings.OFF,
                        SlotSettings.OFF,
                        ForecastSettings.OFF,
                        LeaseSettings.OFF,
                        LaunchSettings.OFF,
                        TierSettings.OFF,
                        CoordinatorSettings.of(Map.of(), CoordinatorSettingsTest::place)
                                .shared()));
    }

    @Test
    void whatAllCoordinatorsShare_isWhatTheyGrantBy_andNoFile() {
        Map<String, String> shared = CoordinatorSettings.of(Map.of("lease", "on"), CoordinatorSettingsTest::place)
                .shared();

        assertThat(shared)
                .containsEntry("lease", "on")
                .containsEntry("credit.price", "25")
                .containsKeys("history", "slot.share", "tiers.at.once", "application.expiry", "claims.unverified")
                .doesNotContainKeys(
                        "tiers.token.file", "launch", "listen.port", "limits.patience", "signing.keys.file");
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
                Map.entry("limits.patience", "3s"),
                Map.entry("history", "fennel"),
                Map.entry("history.tenants", "hdfs.balancer=fennel, gold=off"),
                Map.entry("history.half.life", "30m"),
                Map.entry("history.factor.most", "3"),
                Map.entry("history.factor.least", "0.25"),
                Map.entry("credit", "on"),
                Map.entry("credit.earn.contention", "2"),
                Map.entry("credit.earn.level", "0.125"),
                Map.entry("credit.contention.most", "8"),
                Map.entry("credit.price", "30.5"),
                Map.entry("credit.most", "1000"),
                Map.entry("credit.expiry", "2h"),
                Map.entry("credit.yield.longest", "12h"),
                Map.entry("credit.boost.longest", "10m"),
                Map.entry("credit.weight.low", "0.4"),
                Map.entry("credit.weight.lowest", "0.2"),
                Map.entry("credit.weight.idle", "0.01"),
                Map.entry("credit.weight.boost", "4"),
                Map.entry("slot", "on"),
                Map.entry("slot.at.once", "2"),
                Map.entry("slot.share", "0.25"),
                Map.entry("slot.longest", "30s"),
                Map.entry("slot.most", "32"),
                Map.entry("slot.most.of.one", "2"),
                Map.entry("slot.weight.most", "6"),
                Map.entry("slot.weight.after", "0.8"),
                Map.entry("slot.forget.after", "5m"),
                Map.entry("forecast", "on"),
                Map.entry("forecast.models", "64"),
                Map.entry("forecast.factor.most", "2"),
                Map.entry("forecast.factor.least", "0.8"),
                Map.entry("lease", "on"),
                Map.entry("lease.longest", "8h"),
                Map.entry("lease.disks.per.user", "12"),
                Map.entry("lease.shared.least", "2"),
                Map.entry("lease.ageing", "5m"),
                Map.entry("lease.drain.longest", "3h"),
                Map.entry("lease.strangers.floor", "0.1"),
                Map.entry("launch", "on"),
                Map.entry("launch.spark.home", "/s"),
                Map.entry("launch.where", "yarn"),
                Map.entry("launch.yarn.conf", "/y"),
                Map.entry("launch.yarn.queue", "root.etl"),
                Map.entry("launch.yarn.labels", "DS-1=disk1, DS-2=disk2"),
                Map.entry("launch.disks", "DS-1=/d/1, DS-2=/d/2"),
                Map.entry("launch.folder", "/f"),
                Map.entry("launch.products.file", "/p"),
                Map.entry("launch.clusters", "5"),
                Map.entry("launch.longest", "2h"),
                Map.entry("launch.clusters.per.user", "3"),
                Map.entry("launch.disks.per.user", "6"),
                Map.entry("launch.cores.per.user", "7"),
                Map.entry("launch.memory.per.user", "900m"),
                Map.entry("tiers", "on"),
                Map.entry("tiers.namenode", "http://nn1:9870,https://nn2:9871"),
                Map.entry("tiers.user", "mover"),
                Map.entry("tiers.token.file", "/d"),
                Map.entry("tiers.tls.trust.file", "/dt"),
                Map.entry("tiers.quiet.below", "0.1"),
                Map.entry("tiers.busy.above", "0.3"),
                Map.entry("tiers.quiet.for", "5m"),
                Map.entry("tiers.every", "2m"),
                Map.entry("tiers.at.once", "512m"));

        assertThat(given.keySet()).isEqualTo(CoordinatorSettings.keys().keySet());
        assertThat(CoordinatorSettings.of(given, CoordinatorSettingsTest::place))
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
                        new HistorySettings(
                                true,
                                Map.of(Tenant.BALANCER, true, Tenant.named("gold"), false),
                                Duration.ofMinutes(30),
                                3,
                                0.25),
                        new CreditSettings(
                                true,
                                Credits.of(2),
                                Credits.parse("0.125"),
                                8,
                                Credits.parse("30.5"),
                                Credits.of(1_000),
                                Duration.ofHours(2),
                                Duration.ofHours(12),
                                Duration.ofMinutes(10),
                                Map.of(Level.LOW, 0.4, Level.LOWEST, 0.2, Level.IDLE, 0.01),
                                4),
                        new SlotSettings(true, 2, 0.25, Duration.ofSeconds(30), 32, 2, 6, 0.8, Duration.ofMinutes(5)),
                        new ForecastSettings(true, 64, 2, 0.8),
                        new LeaseSettings(
                                true, Duration.ofHours(8), 12, 2, Duration.ofMinutes(5), Duration.ofHours(3), 0.1),
                        new LaunchSettings(
                                true,
                                Optional.of(Path.of("/s")),
                                Optional.of(new Yarn(
                                        Path.of("/y"),
                                        Optional.of("root.etl"),
                                        Map.of("DS-1", "disk1", "DS-2", "disk2"))),
                                Map.of("DS-1", Path.of("/d/1"), "DS-2", Path.of("/d/2")),
                                Path.of("/f"),
                                Optional.of(Path.of("/p")),
                                new Quota(3, 6, 7, 900),
                                5,
                                Duration.ofHours(2)),
                        new TierSettings(
                                true,
                                List.of(URI.create("http://nn1:9870"), URI.create("https://nn2:9871")),
                                "mover",
                                Optional.of(Path.of("/d")),
                                Optional.of(Path.of("/dt")),
                                0.1,
                                0.3,
                                Duration.ofMinutes(5),
                                Duration.ofMinutes(2),
                                512L << 20),
                        CoordinatorSettings.of(given, CoordinatorSettingsTest::place)
                                .shared()));
    }

    @Test
    void unknownKey_isRefusedNamingTheKnownOnes_withoutItsValueThatMayBeASecret() {
        assertThatExceptionOfType(CoordinatorSettings.Refused.class)
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
        "tiers, maybe, off or on",
        "tiers, on, http://nn1.example.com:9870",
        "tiers.namenode, hdfs://nn:8020, http://nn1.example.com:9870",
        "tiers.user, a b, hdfs",
        "tiers.quiet.below, 0.5, 0.4",
        "tiers.busy.above, 2, 0.4",
        "tiers.at.once, 1, 1g",
        "listen.port, -1, 9880",
        "advertised.url, c1:9880, http://",
        "advertised.url, http://my_host:9880, http://coordinator1.example.com:9880",
        "listen.address, my_host, no name of one",
        "listen.address, 127.0.0.1:9880, without a port",
        "zookeeper.connect, ::1:2181, [2001:db8::1]:2181",
        "zookeeper.connect, [::1:2181, [2001:db8::1]:2181",
        "tiers.namenode, http://my_host:9870, http://nn1.example.com:9870",
        "tiers.namenode, http://nn1, http://nn1.example.com:9870",
        "zookeeper.connect, zk1:99999, zk1:2181",
        "advertised.url, http://c1:9880/path, http://",
        "cluster, a/b, default",
        "zookeeper.connect, zk1, zk1:2181",
        "zookeeper.path, hdfs-throttle, /hdfs-throttle",
        "zookeeper.path, /a/../b, /hdfs-throttle",
        "zookeeper.acl, everybody, creator or open",
        "tls.certificate.file, /c, tls.key.file",
        "launch, on, lease = on",
        "launch, yes, off or on",
        "launch.disks, /data/1, DS-5f0c=/data/1/spark",
        "launch.disks, DS-1=data/1, DS-5f0c=/data/1/spark",
        "launch.disks, 'DS-1=/d/1,DS-1=/d/2', DS-5f0c=/data/1/spark",
        "launch.where, kubernetes, host or yarn",
        "launch.yarn.labels, DS-1=-disk, DS-5f0c=disk1",
        "launch.yarn.labels, 'DS-1=a,DS-1=b', DS-5f0c=disk1",
        "launch.yarn.queue, 'a b', root.etl",
        "launch.clusters, 65, 16",
        "launch.memory.per.user, 16, 16g",
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
        "lease, yes, off or on",
        "lease.disks.per.user, 0, 8",
        "lease.longest, 1000h, 24h",
        "lease.drain.longest, 0s, 6h",
        "lease.strangers.floor, 0, 0.05",
        "limits.patience, 2m, 10s",
        "history, minerva, off or fennel",
        "history.tenants, gold, etl=fennel",
        "history.half.life, 1s, 1h",
        "history.factor.most, 0.5, 2.0",
        "history.factor.least, 2, 0.5",
        "credit, yes, off or on",
        "credit.price, 0, 25",
        "credit.price, 1.2345, three digits",
        "credit.contention.most, 1, 16",
        "credit.expiry, 48h, 24h",
        "credit.weight.idle, 0, 0.001",
        "credit.weight.boost, 1000, 8",
        "slot, maybe, off or on",
        "slot.at.once, 0, 1",
        "slot.share, 0.95, 0.5",
        "slot.longest, 2h, 1m",
        "slot.most, 257, 64",
        "slot.weight.after, 0, 0.5",
        "forecast, arima, off or on",
        "forecast.models, 1, 32",
        "forecast.factor.most, 11, 4",
        "forecast.factor.least, 0, 0.5"
    })
    void wrongValue_isRefusedWithAGoodOneAndWhereItWasRead(String key, String value, String good) {
        assertThatExceptionOfType(CoordinatorSettings.Refused.class)
                .isThrownBy(() -> CoordinatorSettings.of(Map.of(key, value), CoordinatorSettingsTest::place))
                .withMessageContainingAll(key + " = " + value, good, SOURCE)
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("\n"));
    }

    @Test
    void sizes_areReadAsPeopleWriteThem() {
        CoordinatorSettings settings = CoordinatorSettings.of(
                Map.of("audit.file.size", "100MB", "audit.total.size", "1.5g", "launch.memory.per.user", "2GiB"),
                CoordinatorSettingsTest::place);
        assertThat(settings.audit().fileBytes()).isEqualTo(100_000_000);
        assertThat(settings.audit().totalBytes()).isEqualTo(3L << 29);
        assertThat(settings.launch().perUser().memory()).isEqualTo(2_048);
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
        assertThatExceptionOfType(CoordinatorSettings.Refused.class)
                .isThrownBy(() ->
                        CoordinatorSettings.of(Map.of("listen.address", "0.0.0.0"), CoordinatorSettingsTest::place))
                .withMessageContainingAll("listen.address = 0.0.0.0", "admin.token.file", SOURCE);
        assertThat(CoordinatorSettings.of(Map.of("listen.address", "::1"), CoordinatorSettingsTest::place)
                        .advertised(7))
                .isEqualTo(URI.create("http://[::1]:7"));
    }

    @Test
    void yarn_takesItsConfiguration_andALabelForEachDisk_andForNoOther() {
        assertThatExceptionOfType(CoordinatorSettings.Refused.class)
                .isThrownBy(
                        () -> CoordinatorSettings.of(Map.of("launch.where", "yarn"), CoordinatorSettingsTest::place))
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
        assertThatExceptionOfType(CoordinatorSettings.Refused.class)
                .isThrownBy(() -> CoordinatorSettings.of(given, CoordinatorSettingsTest::place))
                .withMessageContainingAll("launch.yarn.labels", "each disk of launch.disks");
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
