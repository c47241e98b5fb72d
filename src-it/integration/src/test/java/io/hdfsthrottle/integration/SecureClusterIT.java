package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.integration.SparkSite.Placement;
import io.hdfsthrottle.integration.SparkSite.Submission;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
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
    private Cluster cluster;

    private SparkSite spark;

    @BeforeAll
    void start() throws IOException {
        cluster = Cluster.in(RigFolders.folder("secure"))
                .hadoop(Versions.ofHadoop())
                .tls()
                // One that starts again waits for the session in which it was killed.
                .coordinator(Map.of("zookeeper.session.timeout", "4s"))
                .dataNode(Map.of("hdfs.throttle.volume.capacity", "400m"))
                .start();
        cluster.coordinator().putTenant(GOLD, 8);
        spark = SparkSite.shared();
        cluster.awaitGrants();
    }

    private HookFigures figures() {
        return cluster.figures();
    }

    private SparkRun run(String name, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "spark.hdfs.throttle.tenant",
                GOLD,
                "spark.hdfs.throttle.coordinator",
                cluster.coordinator().url().toString()));
        all.putAll(more);
        Map<String, String> arguments = Map.of("folder", "/" + name, "rows", "100000", "partitions", "2");
        SparkRun run = spark.submit(
                Placement.LOCAL,
                cluster.nameNode(),
                new Submission(name, "io.hdfsthrottle.jobs.RowsJob", all, spark.plugin(), arguments));
        run.awaitSuccess();
        return run;
    }

    @Test
    void application_isTagged_andItsDataNodeBelievesIt() {
        double before = figures().tenant(GOLD, "bytes");

        SparkRun run = run("trusting", cluster.secureControl().applications());

        assertThat(run.complaints()).isEmpty();
        assertThat(figures().tenant(GOLD, "bytes")).isGreaterThan(before);
    }

    @Test
    void applicationThatDoesNotTrustTheCoordinator_runsUntaggedAndSaysWhy() {
        double before = figures().tenant(GOLD, "bytes");

        Map<String, String> trustless =
                new LinkedHashMap<>(cluster.secureControl().applications());
        trustless.remove("spark.hdfs.throttle.coordinator.tls.trust");

        SparkRun run = run("wary", trustless);

        assertThat(run.complaints()).singleElement().asString().contains("runs untagged", "SSLHandshakeException");
        assertThat(figures().tenant(GOLD, "bytes")).isEqualTo(before);
    }

    @Test
    void node_isListedWithTheSameKeys() {
        await().atMost(SOON)
                .until(() -> cluster.coordinator().get("/v1/nodes").toString().contains("keys=same"));
    }

    @Test
    void certificateThatIsRenewed_andACoordinatorThatIsStartedAgain_keepTheGrantsComing() throws IOException {
        Issued unused = cluster.secureControl().renewCertificate();
        String before = figures().text("Grant");
        cluster.coordinator().process().kill();

        cluster.repairControl();
        await().atMost(SOON).until(() -> !figures().text("Grant").equals(before)); // of another epoch
        assertThat(figures().text("GrantFreshness")).isEqualTo("FRESH");
        assertThat(cluster.coordinator().get("/v1/tenants").toString()).contains(GOLD);
    }
}
