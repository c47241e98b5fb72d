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
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long applications waited, asked over HTTP as people and drivers ask. */
@Tag("slow")
final class WaitingTest {
    private static final Tenant GOLD = Tenant.named("gold");

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
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    private static void report(String node, String application, long millis) throws Exception {
        TenantUsage tenant =
                TenantUsage.of(GOLD, 1, 0, Rate.parse("40m"), Rate.parse("40m"), true, Duration.ofMillis(millis));
        VolumeUsage volume = VolumeUsage.of("DS-1", Rate.parse("200m"), List.of(tenant))
                .usedBy(List.of(ApplicationActivity.of(application, GOLD, 0, Duration.ofMillis(millis))));
        UsageReport report = UsageReport.of(node, GrantVersion.of(1, 1), true, List.of(volume));
        assertThat(wire.post("/v1/nodes/" + node + "/usage", UsageReportJson.write(report))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void driver_isToldWhatItWaited_andPeopleSeeItAfterItsEnd() throws Exception {
        try (HttpLink link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(10), Credential.NONE)) {
            Lease lease = link.register(Registration.of("app-1", "one", "alice", "gold"));
            assertThat(link.waiting(lease).orElseThrow().waited()).isZero();
            assertThat(wire.get("/v1/applications/app-1/explain").body())
                    .contains("No operation of app-1 took any time");

            report("dn1:9866", "app-1", 400);
            report("dn2:9866", "app-1", 30);
            report("dn1:9866", "app-1", 20);
            Waiting waiting = link.waiting(lease).orElseThrow();
            assertThat(waiting.waited()).isEqualTo(Duration.ofMillis(450));
            assertThat(waiting.tenant()).isEqualTo(GOLD);
            assertThat(waiting.entitlement()).contains(Rate.parse("40m"));
            assertThat(wire.get("/v1/applications/app-1").json().count("waitedMillis"))
                    .isEqualTo(450);

            link.withdraw(lease);
            assertThat(link.waiting(lease)).isEmpty();
            Answer later = wire.get("/v1/applications/app-1/explain");
            assertThat(later.status()).isEqualTo(200);
            assertThat(later.json().text("sentence"))
                    .as("the only number of it in words")
                    .isEqualTo(later.json().object("explanation").text("sentence"))
                    .startsWith("app-1 was held back for ");
        }
    }

    @Test
    void applicationTenantAndDisk_areExplainedToPeople_andOthersAreNotToldToTheDriver() throws Exception {
        wire.put("/v1/tenants/bronze", "{\"priority\":1}");
        wire.put("/v1/rules/alice", "{\"match\":{\"user\":\"alice\"},\"tenant\":\"bronze\"}");
        Tenant bronze = Tenant.named("bronze");
        String secret = wire.post("/v1/applications", "{\"application\":\"app-2\",\"user\":\"alice\"}")
                .json()
                .text("secret");
        TenantUsage other = TenantUsage.of(GOLD, 1, 0, Rate.parse("160m"), Rate.parse("160m"), true, Duration.ZERO)
                .reserving(Rate.parse("160m"));
        TenantUsage own =
                TenantUsage.of(bronze, 1, 0, Rate.parse("40m"), Rate.parse("40m"), true, Duration.ofMillis(800));
        VolumeUsage volume = VolumeUsage.of("DS 1/ä", Rate.parse("200m"), List.of(other, own))
                .usedBy(List.of(ApplicationActivity.of("app-2", bronze, 1 << 20, Duration.ofMillis(800))));
        UsageReport report = UsageReport.of("dn5:9866", GrantVersion.of(1, 1), true, List.of(volume));
        assertThat(wire.post("/v1/nodes/dn5:9866/usage", UsageReportJson.write(report))
                        .status())
                .isEqualTo(204);

        Answer application = wire.get("/v1/applications/app-2/explain");
        assertThat(application.status()).isEqualTo(200);
        JsonObject explanation = application.json().object("explanation");
        assertThat(explanation.text("cause")).isEqualTo("reservation");
        assertThat(explanation.objects("rules", 9).get(0).text("verdict")).isEqualTo("decides");
        assertThat(explanation.objects("holders", 9).get(0).text("tenant")).isEqualTo("gold");
        assertThat(wire.post("/v1/applications/app-2/explain", "{\"secret\":\"" + secret + "\"}")
                        .body())
                .contains("\"waitedMillis\":800")
                .doesNotContain("explanation", "gold");

        Answer tenant = wire.get("/v1/tenants/bronze/explain");
        assertThat(tenant.json().text("sentence")).startsWith("bronze is held back on 1 of 1 disk");
        assertThat(wire.get("/v1/tenants/nobody/explain").status()).isEqualTo(404);

        Answer disk = wire.get("/v1/nodes/dn5:9866/volumes/DS%201%2F%C3%A4/explain");
        assertThat(disk.status()).isEqualTo(200);
        assertThat(disk.json().text("sentence")).endsWith("it holds back gold, bronze.");
        assertThat(wire.get("/v1/nodes/dn5:9866/volumes/DS-2/explain").status()).isEqualTo(404);
    }

    @Test
    void strangers_areToldNothing() throws Exception {
        wire.post("/v1/applications", "{\"application\":\"app-3\",\"user\":\"u\"}");
        assertThat(wire.post("/v1/applications/app-3/explain", "{\"secret\":\"wrong\"}")
                        .status())
                .isEqualTo(403);
        assertThat(wire.post("/v1/applications/none/explain", "{\"secret\":\"s\"}")
                        .status())
                .isEqualTo(404);
        assertThat(wire.get("/v1/applications/none/explain").status()).isEqualTo(404);
    }

    @Test
    void moreLinesOfApplicationsThanAReportMayHave_areRefused() throws Exception {
        String line = "{\"application\":\"a\",\"tenant\":\"gold\",\"bytes\":1,\"waitedMillis\":1}";
        String volume =
                "{\"volume\":\"DS-%d\",\"tenants\":[],\"applications\":[" + (line + ",").repeat(511) + line + "]}";
        String two = String.format(volume, 1) + "," + String.format(volume, 2);
        String report = "{\"node\":\"dn9\",\"epoch\":1,\"sequence\":1,\"state\":\"pacing\",\"volumes\":[" + two + "]}";
        assertThat(wire.post("/v1/nodes/dn9/usage", report).status()).isEqualTo(422);
    }
}
