package io.hdfsthrottle.coordinator.feature.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** History over REST, on a node that reports. */
@Tag("slow")
final class HistoryTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private TestCluster cluster;

    @BeforeEach
    void build() {
        cluster = new TestCluster(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        cluster.close();
    }

    private static void addTenants(Wire wire) throws Exception {
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":4}").status()).isEqualTo(201);
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":4}").status()).isEqualTo(201);
    }

    /** A node with a disk that both tenants wait for, and get as much of. */
    private static void report(HttpLink link) throws Exception {
        List<TenantUsage> usages = List.of(
                TenantUsage.of(ETL, 4, 0, Rate.parse("50m"), Rate.parse("50m"), true, Duration.ZERO),
                TenantUsage.of(GOLD, 4, 0, Rate.parse("50m"), Rate.parse("50m"), true, Duration.ZERO));
        link.report(UsageReport.of(
                "dn1:9866", GrantVersion.NONE, true, List.of(VolumeUsage.of("DS-1", Rate.parse("100m"), usages))));
    }

    @Test
    void equalTenants_areFairlyServed_andTheirWeightsSayWhatTheyUsed() throws Exception {
        Coordinator leader = TestCluster.leading(cluster.coordinator("history", "fennel"));
        Wire wire = new Wire(leader);
        addTenants(wire);
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\",\"tenant\":\"etl\"}");
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.NONE)) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                report(link);
                assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_history_fairness 1.0");
            });
            assertThat(wire.get("/v1/applications/app-1/explain").json().text("weight"))
                    .contains("weight of etl: 4 = base 4 x history 1 (used ", " of its fair share)");
        }
    }

    @Test
    void byDefault_itIsOff() throws Exception {
        Wire wire = new Wire(cluster.leader());

        assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_history_fairness NaN");
    }
}
