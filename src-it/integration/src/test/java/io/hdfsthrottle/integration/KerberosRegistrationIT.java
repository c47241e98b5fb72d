package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.cluster.Realm;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkApplication;
import io.hdfsthrottle.testkit.spark.SparkHost;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * On a Kerberos cluster a driver that has only delegation tokens, as in YARN's cluster mode, is registered as the user
 * that submitted it.
 */
@Tag("all")
final class KerberosRegistrationIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static Realm kdc;
    private static Rig rig;
    private static Coordinator coordinator;
    private static Path alice;

    @BeforeAll
    static void start() throws Exception {
        rig = Rig.in(Repository.find(), RigFolders.folder("kerberos"), Rig.Lifetime.OURS);
        kdc = Realm.start(rig.folder("kdc"));
        alice = kdc.keytab("alice");
        Path access = Files.writeString(
                rig.folder("keys").resolve("access"), "alice view,register kerberos=alice@" + kdc.name() + "\n");
        Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-------"));
        coordinator = Coordinator.spawn(
                        rig,
                        "coordinator",
                        ZooKeeper.start(rig),
                        rig.ports().free(),
                        Map.of(
                                "kerberos.keytab",
                                kdc.keytab("HTTP/127.0.0.1").toString(),
                                "kerberos.principal",
                                "HTTP/_HOST@" + kdc.name(),
                                "access.file",
                                access.toString(),
                                "access.anonymous",
                                "view",
                                "claims.unverified",
                                "refuse"),
                        kdc.flags(),
                        TlsFiles.NONE)
                .awaitReady();
    }

    @AfterAll
    static void stop() {
        rig.close();
        kdc.close();
    }

    @Test
    void driverWithADelegationTokenAlone_isRegisteredAsTheUserWhoSubmittedIt() throws Exception {
        String version = Versions.ofSpark();
        SparkHost host = host(version);
        Path tokens = rig.folder("tokens").resolve(version);
        Map<String, String> withKeytab = settings();
        withKeytab.put("spark.kerberos.keytab", alice.toString());
        withKeytab.put("spark.kerberos.principal", "alice@" + kdc.name());
        submit(host, "submission-" + version, "TokensJob", withKeytab, Map.of("tokens", tokens.toString()))
                .awaitSuccess(PATIENCE);

        String name = "driver-" + version;
        SparkHost container = host.withEnvironment(Map.of(
                "HADOOP_TOKEN_FILE_LOCATION", tokens.toString(), "SPARK_USER", "alice", "KRB5CCNAME", "/none/such"));
        SparkRun run = count(container, name);
        Map<String, Object> listed = await().atMost(PATIENCE)
                .until(() -> application(name), Optional::isPresent)
                .orElseThrow();
        run.awaitSuccess();

        assertThat(listed).containsEntry("user", "alice").containsEntry("verified", true);
        assertThat(run.complaints()).isEmpty();
        await().atMost(PATIENCE).until(() -> application(name).isEmpty());
    }

    @Test
    void driverWithNeitherTicketNorToken_runsUntaggedWithOneWarning() throws Exception {
        String version = Versions.ofSpark();
        SparkRun run = count(
                host(version).withEnvironment(Map.of("SPARK_USER", "alice", "KRB5CCNAME", "/none/such")),
                "stranger-" + version);
        run.awaitSuccess();

        assertThat(run.complaints()).singleElement().asString().contains("runs untagged", "401");
    }

    @Test
    void operatorWithATicket_needsNoToken() throws Exception {
        Path cache = kdc.ticketCache("alice", alice);
        String url = coordinator.url().toString();
        JavaCommand command = JavaCommand.daemon(
                "applications",
                rig.repository().coordinator(),
                "io.hdfsthrottle.coordinator.cli.Main",
                "tenants",
                "list",
                "--kerberos",
                "--coordinator",
                url);
        JavaProcess list =
                rig.start(command.withFlags(kdc.flags()).withEnvironment(Map.of("KRB5CCNAME", cache.toString())));

        list.awaitSuccess(PATIENCE);
        assertThat(Files.readString(list.log())).contains("default");
    }

    /** Hadoop with Kerberos on, as on the cluster's hosts. */
    private static SparkHost host(String version) throws IOException {
        SparkHost host = SparkHost.version(rig, version).withFlags(kdc.flags());
        Files.writeString(
                host.conf().resolve("core-site.xml"),
                "<configuration><property><name>hadoop.security.authentication</name><value>kerberos</value>"
                        + "</property></configuration>");
        return host;
    }

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("spark.ui.enabled", "false");
        settings.put("spark.driver.host", "127.0.0.1");
        settings.put("spark.driver.bindAddress", "127.0.0.1");
        settings.put("spark.hadoop.yarn.resourcemanager.principal", "rm@" + kdc.name()); // Hadoop's output formats ask.
        settings.put("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin");
        settings.put("spark.hdfs.throttle.coordinator", coordinator.url().toString());
        settings.put("spark.hdfs.throttle.start.wait", "20s");
        return settings;
    }

    private static SparkRun count(SparkHost host, String name) {
        Map<String, String> job =
                Map.of("folder", "file://" + rig.folder("counted").resolve(name), "rows", "300000", "partitions", "4");
        return new SparkRun(submit(host, name, "RowsJob", settings(), job), rig.folder("work"));
    }

    private static JavaProcess submit(
            SparkHost host, String name, String job, Map<String, String> settings, Map<String, String> arguments) {
        return new SparkApplication(
                        name,
                        "local[2]",
                        "io.hdfsthrottle.jobs." + job,
                        settings,
                        List.of(rig.repository().sparkPlugin()),
                        arguments)
                .submit(rig, host);
    }

    @SuppressWarnings("unchecked")
    private static Optional<Map<String, Object>> application(String name) {
        try {
            List<Map<String, Object>> living = (List<Map<String, Object>>)
                    coordinator.get("/v1/applications").get("applications");
            return living.stream().filter(each -> name.equals(each.get("name"))).findFirst();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }
}
