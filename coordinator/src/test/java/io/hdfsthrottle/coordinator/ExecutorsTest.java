package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a driver's claim to the node of the machine, and back to people, over HTTP. */
@Tag("slow")
final class ExecutorsTest {
    private static final String MACHINE = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
    private static final ExecutorClaim CLAIM =
            ExecutorClaim.of("7", MACHINE, 4711, 99, List.of(DeviceBytes.of("8:0", 1, 10, 20)));

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
        wire.put("/v1/tenants/gold", "{\"priority\":4}");
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    private static UsageReport report(List<ExecutorStanding> standings) {
        DiskUse use = new DiskUse("8:0", Rate.parse("100m"), Rate.parse("50m"), Rate.parse("30m"));
        VolumeUsage volume =
                VolumeUsage.of("DS-1", Rate.parse("200m"), List.of()).sharedBy(use);
        return UsageReport.of("dn1:9866", GrantVersion.of(1, 1), true, List.of(volume))
                .onMachine(MACHINE, standings);
    }

    @Test
    void node_isToldWhoseTheExecutorsOfItsMachineAre_andPeopleSeeWhatItMadeOfThem() throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(10), Credential.NONE)) {
            assertThat(link.report(report(List.of()))).isEmpty();
            Lease lease = link.register(Registration.of("app-1", "one", "alice", "gold"));
            assertThat(link.claim(lease, List.of(CLAIM))).isTrue();
            assertThat(link.report(report(List.of())))
                    .containsExactly(LocalExecutor.of("app-1", "alice", Tenant.named("gold"), CLAIM));

            ExecutorStanding held = new ExecutorStanding(
                    "app-1", "7", Tenant.named("gold"), ExecutorStanding.State.HELD, Rate.parse("30m"), "");
            assertThat(link.report(report(List.of(held)))).hasSize(1);
            JsonObject node = wire.get("/v1/nodes/dn1:9866").json();
            JsonObject disk = node.objects("volumes", 1).get(0).object("disk");
            assertThat(disk.count("unclaimedBytesPerSecond"))
                    .isEqualTo(Rate.parse("20m").bytesPerSecond());
            JsonObject executor = node.objects("executors", 1).get(0);
            assertThat(executor.text("state")).isEqualTo("held");
            assertThat(executor.text("application")).isEqualTo("app-1");
            assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_disks_unclaimed 2.097152E7");

            link.claim(lease, List.of(CLAIM.withHdfs(5, 2)));
            JsonObject moved = wire.get("/v1/applications/app-1/executors")
                    .json()
                    .objects("executors", 1)
                    .get(0);
            assertThat(moved.text("executor")).isEqualTo("7");
            assertThat(moved.object("hdfs").count("readBytes")).isEqualTo(5);
            assertThat(moved.object("hdfs").count("writtenBytes")).isEqualTo(2);
            assertThat(moved.object("local").count("readBytes")).isEqualTo(10);
            assertThat(wire.get("/v1/applications/nobody/executors").status()).isEqualTo(404);

            link.withdraw(lease);
            assertThat(link.claim(lease, List.of(CLAIM))).isFalse();
            assertThat(link.report(report(List.of()))).isEmpty();
        }
    }

    @Test
    void whoDoesNotProveToBeTheApplication_claimsNothing() throws Exception {
        wire.post("/v1/applications", "{\"application\":\"app-2\",\"user\":\"u\"}");
        String path = "/v1/applications/app-2/executors";
        assertThat(wire.post(path, "{\"secret\":\"wrong\",\"executors\":[]}").status())
                .isEqualTo(403);
        assertThat(wire.post(path, "{\"executors\":[]}").status()).isEqualTo(400);
    }

    @Test
    void malformedClaims_areRefused() throws Exception {
        String secret = wire.post("/v1/applications", "{\"application\":\"app-3\",\"user\":\"u\"}")
                .json()
                .text("secret");
        String claim = "{\"executor\":\"1\",\"machine\":\"" + MACHINE + "\",\"pid\":1,\"startTicks\":1,\"devices\":[]}";
        String body = "{\"secret\":\"" + secret + "\",\"executors\":[" + claim + "]}";
        assertThat(wire.post("/v1/applications/app-3/executors", body).status()).isEqualTo(400);
    }
}
