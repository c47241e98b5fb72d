package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left on nodes, asked over HTTP as people and drivers ask. */
@Tag("slow")
final class ReplicasTest {

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Coordinator coordinator;
    private static Wire wire;

    @BeforeAll
    static void build() throws Exception {
        cluster = new TestCluster(folder);
        coordinator = cluster.leader();
        wire = new Wire(coordinator);
        wire.put("/v1/tenants/gold", "{\"priority\":1}");
        wire.put("/v1/tenants/bronze", "{\"priority\":4}");
        report("dn1:9866", List.of());
        report(
                "dn2:9866",
                List.of(TenantUsage.of(
                        Tenant.named("bronze"),
                        4,
                        0,
                        Rate.ofBytesPerSecond(100),
                        Rate.ofBytesPerSecond(100),
                        true,
                        Duration.ZERO)));
    }

    private static void report(String node, List<TenantUsage> tenants) throws Exception {
        UsageReport report = UsageReport.of(
                node,
                GrantVersion.of(1, 1),
                true,
                List.of(VolumeUsage.of("DS-1", Rate.ofBytesPerSecond(100), tenants)));
        assertThat(wire.post("/v1/nodes/" + node + "/usage", UsageReportJson.write(report))
                        .status())
                .isEqualTo(204);
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    @Test
    void driver_isToldWhatIsLeftForItsTenant_byItsSecret() throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(10), Credential.NONE)) {
            Lease lease = link.register(Registration.of("app-1", "one", "alice", "gold"));

            assertThat(link.entitlementLeft(lease).orElseThrow().nodes())
                    .isEqualTo(Map.of("dn1:9866", 100L, "dn2:9866", 20L));

            link.withdraw(lease);
            assertThat(link.entitlementLeft(lease)).isEmpty();
        }
    }

    @Test
    void people_seeTheSame() throws Exception {
        wire.post("/v1/applications", "{\"application\":\"app-2\",\"user\":\"u\",\"tenant\":\"gold\"}");

        Answer answer = wire.get("/v1/applications/app-2/replicas");

        assertThat(answer.status()).isEqualTo(200);
        List<JsonObject> nodes = answer.json().objects("nodes", 10);
        assertThat(nodes).hasSize(2);
        assertThat(answer.json().count("againMillis")).isEqualTo(1_000);
        assertThat(answer.json().count("ageMillis")).isZero();
    }

    @Test
    void wrongSecret_isRefused_andAnUnknownApplicationHasToRegister() throws Exception {
        wire.post("/v1/applications", "{\"application\":\"app-3\",\"user\":\"u\"}");

        assertThat(wire.post("/v1/applications/app-3/replicas", "{\"secret\":\"wrong\"}")
                        .status())
                .isEqualTo(403);
        assertThat(wire.post("/v1/applications/none/replicas", "{\"secret\":\"s\"}")
                        .status())
                .isEqualTo(404);
        assertThat(wire.get("/v1/applications/none/replicas").status()).isEqualTo(404);
    }
}
