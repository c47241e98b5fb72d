package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.SecureControl;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.HadoopHost;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A cluster on whose wires nothing is readable: ZooKeeper, coordinator, DataNode, Spark and the operator speak TLS
 * alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SecureClusterIT {

    private static final Duration SOON = Duration.ofSeconds(30);

    @AutoClose
    private Rig rig;

    @AutoClose
    private SparkSite spark;

    private SecureControl control;
    private ZooKeeper zooKeeper;
    private int port;
    private Coordinator coordinator;
    private NameNode nameNode;
    private DataNode dataNode;

    @BeforeAll
    void start() throws IOException {
        rig = Rig.in(Repository.find(), RigFolders.folder("secure"), Rig.Lifetime.OURS);
        control = SecureControl.in(rig);
        zooKeeper = control.zooKeeper(rig.ports().free());
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

    private Coordinator startedCoordinator() {
        return control.coordinator("coordinator", zooKeeper, port, control.coordinators());
    }

    private Map<String, String> dataNodeSettings() {
        Map<String, String> site = new LinkedHashMap<>(control.dataNodes());
        site.put("dfs.datanode.plugins", "io.hdfsthrottle.datanode.ThrottlePlugin");
        site.put("hadoop.tmp.dir", rig.folder("tmp").toString());
        site.put("hdfs.throttle.volume.capacity", "400m");
        site.put("hdfs.throttle.grant.file", rig.folder("tmp").resolve("grant").toString());
        site.put("hdfs.throttle.coordinator", coordinator.url().toString());
        return site;
    }

    private HookFigures figures() {
        return HookFigures.of(dataNode);
    }

    private void awaitGrants() {
        await().atMost(SOON).until(() -> figures().text("GrantFreshness").equals("FRESH"));
    }

    private SparkRun run(String name, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "spark.hdfs.throttle.tenant",
                HookedHdfs.GOLD,
                "spark.hdfs.throttle.coordinator",
                coordinator.url().toString()));
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

        SparkRun run = run("trusting", control.applications());

        assertThat(run.complaints()).isEmpty();
        assertThat(figures().tenant(HookedHdfs.GOLD, "bytes")).isGreaterThan(before);
    }

    @Test
    void applicationThatDoesNotTrustTheCoordinator_runsUntaggedAndSaysWhy() {
        double before = figures().tenant(HookedHdfs.GOLD, "bytes");

        Map<String, String> trustless = new LinkedHashMap<>(control.applications());
        trustless.remove("spark.hdfs.throttle.coordinator.tls.trust");

        SparkRun run = run("wary", trustless);

        assertThat(run.complaints()).singleElement().asString().contains("runs untagged", "SSLHandshakeException");
        assertThat(figures().tenant(HookedHdfs.GOLD, "bytes")).isEqualTo(before);
    }

    @Test
    void node_isListedWithTheSameKeys() {
        await().atMost(SOON).until(() -> coordinator.get("/v1/nodes").toString().contains("keys=same"));
    }

    @Test
    void certificateThatIsRenewed_andACoordinatorThatIsStartedAgain_keepTheGrantsComing() throws IOException {
        Issued unused = control.renewCertificate();
        coordinator.process().kill();
        await().atMost(SOON).until(() -> !figures().text("GrantFreshness").equals("FRESH"));

        coordinator = startedCoordinator();

        awaitGrants();
        assertThat(coordinator.get("/v1/tenants").toString()).contains(HookedHdfs.GOLD);
    }
}
