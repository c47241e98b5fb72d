package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What applications did, as the leader knows it and the next one. */
@Tag("slow")
final class RunsTest {
    private static final Tenant BRONZE = Tenant.named("bronze");

    @TempDir
    private Path folder;

    /** A run of the nightly program, which is held back by gold's share. */
    private static void run(Wire wire, String application, int megabytes, long waitedMillis) throws Exception {
        String body = "{\"application\":\"" + application + "\",\"name\":\"nightly\",\"user\":\"alice\"}";
        assertThat(wire.post("/v1/applications", body).status()).isEqualTo(201);
        TenantUsage gold =
                TenantUsage.of(Tenant.named("gold"), 3, 0, Rate.parse("75m"), Rate.parse("75m"), true, Duration.ZERO);
        TenantUsage bronze = TenantUsage.of(
                BRONZE, 1, 0, Rate.parse("25m"), Rate.parse("25m"), true, Duration.ofMillis(waitedMillis));
        VolumeUsage disk = VolumeUsage.of("DS-1", Rate.parse("100m"), List.of(gold, bronze))
                .usedBy(List.of(ApplicationActivity.of(
                        application, BRONZE, (long) megabytes << 20, Duration.ofMillis(waitedMillis))));
        UsageReport report = UsageReport.of("dn1:9866", GrantVersion.of(1, 1), true, List.of(disk));
        assertThat(wire.post("/v1/nodes/dn1:9866/usage", UsageReportJson.write(report))
                        .status())
                .isEqualTo(204);
    }

    private static JsonObject explained(Wire wire, String application) throws Exception {
        return wire.get("/v1/applications/" + application + "/explain").json();
    }

    private static Optional<JsonObject> runs(Wire wire, String application) throws Exception {
        return explained(wire, application).object("explanation").optionalObject("runs");
    }

    @Test
    void applicationIsComparedWithItsLastRun_andTheNextLeaderExplainsBothAsTheOneBefore() throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Coordinator first = cluster.leader();
            Coordinator second = cluster.coordinator();
            Wire wire = new Wire(first);
            run(wire, "app-1", 40, 0);
            run(wire, "app-2", 10, 4_000);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> runs(wire, "app-2").isPresent());
            JsonObject runs = runs(wire, "app-2").orElseThrow();
            assertThat(runs.text("sentence"))
                    .startsWith("This run moves 10 MB/s in the mean, its last run moved 42 MB/s; ");
            assertThat(runs.objects("earlier", 9)).singleElement().satisfies(earlier -> assertThat(
                            earlier.text("application"))
                    .isEqualTo("app-1"));
            JsonObject before = explained(wire, "app-2");

            first.close();
            Wire next = new Wire(TestCluster.leading(second));

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> runs(next, "app-2").isPresent());
            JsonObject after = explained(next, "app-2");
            assertThat(after.text("sentence")).isEqualTo(before.text("sentence"));
            assertThat(after.object("explanation").text("sentence"))
                    .isEqualTo(before.object("explanation").text("sentence"));
            assertThat(after.object("explanation").members().get("causes"))
                    .isEqualTo(before.object("explanation").members().get("causes"));
            assertThat(runs(next, "app-2").orElseThrow().text("sentence")).isEqualTo(runs.text("sentence"));
            assertThat(explained(next, "app-1").text("sentence")).startsWith("No operation of app-1 took any time");
        }
    }
}
