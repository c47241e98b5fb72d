package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.cluster.HookFigures;
import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.rig.Coordinator;
import io.hdfsthrottle.rig.DataNode;
import io.hdfsthrottle.rig.HadoopHost;
import io.hdfsthrottle.rig.NameNode;
import io.hdfsthrottle.rig.Repository;
import io.hdfsthrottle.rig.Rig;
import io.hdfsthrottle.rig.ZooKeeper;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A cluster on whose wires nothing is readable: ZooKeeper, coordinator, DataNode, Spark and the operator speak TLS alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SecureClusterIT {

    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TOKEN = "0123456789abcdef-register";

    @AutoClose
    private Rig rig;

    @AutoClose
    private SparkSite spark;

    private TestAuthority authority;
    private Map<String, String> settings;
    private ZooKeeper zooKeeper;
    private TlsFiles operator;
    private int port;
    private Coordinator coordinator;
    private NameNode nameNode;
    private DataNode dataNode;

    @BeforeAll
    void start() throws IOException {
        rig = Rig.in(Repository.find(), Workshop.folder("secure"), Rig.Lifetime.OURS);
        authority = new TestAuthority(rig.folder("certificates"), "authority");
        Issued own = issueCoordinators();
        Issued carol = authority.issue("carol", "carol");
        operator = TlsFiles.of(authority.trust(), carol.certificate(), carol.key());
        Issued server = authority.issue("zookeeper", "zookeeper", "127.0.0.1", "localhost");
        zooKeeper = ZooKeeper.startSecure(rig, authority.trust(), server.both());
        settings = new LinkedHashMap<>(Map.of(
                "tls.certificate.file", own.certificate().toString(),
                "tls.key.file", own.key().toString(),
                "tls.client.trust.file", authority.trust().toString(),
                "access.file", secret("access", "carol admin certificate=carol"),
                "register.token.file", secret("register.token", TOKEN),
                "zookeeper.auth.file", secret("zookeeper.auth", "coordinators:secret"),
                "zookeeper.tls.trust.file", authority.trust().toString(),
                "zookeeper.tls.identity.file",
                        authority.issue("client", "coordinators").both().toString(),
                "claims.unverified", "accept"));
        port = rig.ports().free();
        coordinator = startedCoordinator();
        coordinator.putTenant(HookedHdfs.GOLD, 8);
        HadoopHost host = HadoopHost.version(rig.repository(), Versions.hadoop());
        nameNode = NameNode.start(rig, host);
        dataNode = DataNode.start(
                rig,
                host,
                nameNode,
                "datanode",
                dataNodeSettings(),
                List.of(rig.repository().datanodeHook()));
        spark = SparkSite.version(Versions.lastSpark());
        awaitGrants();
    }

    private Issued issueCoordinators() throws IOException {
        return authority.issue("coordinator", "coordinator" + System.nanoTime(), "127.0.0.1");
    }

    private Coordinator startedCoordinator() {
        return Coordinator.start(rig, "coordinator", zooKeeper, port, settings, List.of(), operator);
    }

    private Map<String, String> dataNodeSettings() {
        return Map.of(
                "dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin",
                "hadoop.tmp.dir", rig.folder("tmp").toString(),
                "hdfs.throttle.volume.capacity", "400m",
                "hdfs.throttle.grant.file", rig.folder("tmp").resolve("grant").toString(),
                "hdfs.throttle.coordinator", coordinator.url().toString(),
                "hdfs.throttle.coordinator.tls.trust", authority.trust().toString(),
                "hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
    }

    private String secret(String name, String line) throws IOException {
        Path file = Files.writeString(rig.folder("secrets").resolve(name), line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"))
                .toString();
    }

    private HookFigures figures() {
        return HookFigures.of(dataNode);
    }

    private void awaitGrants() {
        await().atMost(SOON).until(() -> figures().text("GrantFreshness").equals("FRESH"));
    }

    private SparkRun run(String name, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "spark.hdfs.throttle.tenant", HookedHdfs.GOLD,
                "spark.hdfs.throttle.coordinator", coordinator.url().toString(),
                "spark.hdfs.throttle.token.file", settings.get("register.token.file")));
        all.putAll(more);
        Map<String, String> arguments = Map.of("folder", "/" + name, "rows", "100000", "partitions", "2");
        SparkRun run = spark.submit(
                Placement.LOCAL,
                nameNode,
                new Submission(name, "io.hdfsthrottle.jobs.RddJob", all, spark.plugin(), arguments));
        run.awaitSuccess();
        return run;
    }

    @Test
    void application_isTagged_andItsDataNodeBelievesIt() {
        double before = figures().tenant(HookedHdfs.GOLD, "bytes");

        SparkRun run = run(
                "trusting",
                Map.of(
                        "spark.hdfs.throttle.coordinator.tls.trust",
                        authority.trust().toString()));

        assertThat(run.complaints()).isEmpty();
        assertThat(figures().tenant(HookedHdfs.GOLD, "bytes")).isGreaterThan(before);
    }

    @Test
    void applicationThatDoesNotTrustTheCoordinator_runsUntaggedAndSaysWhy() {
        double before = figures().tenant(HookedHdfs.GOLD, "bytes");

        SparkRun run = run("wary", Map.of());

        assertThat(run.complaints()).singleElement().asString().contains("runs untagged", "SSLHandshakeException");
        assertThat(figures().tenant(HookedHdfs.GOLD, "bytes")).isEqualTo(before);
    }

    @Test
    void node_isListedWithTheSameKeys() {
        await().atMost(SOON).until(() -> coordinator.get("/v1/nodes").toString().contains("keys=same"));
    }

    @Test
    void certificateThatIsRenewed_andACoordinatorThatIsStartedAgain_keepTheGrantsComing() throws IOException {
        Issued unused = issueCoordinators();
        coordinator.process().kill();
        await().atMost(SOON).until(() -> !figures().text("GrantFreshness").equals("FRESH"));

        coordinator = startedCoordinator();

        awaitGrants();
        assertThat(coordinator.get("/v1/tenants").toString()).contains(HookedHdfs.GOLD);
    }
}
