package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
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

/** Forecasts over REST, of a tenant that a node reports. */
@Tag("slow")
final class ForecastsTest {
    private static final Tenant ETL = Tenant.named("etl");

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

    @Test
    void busyTenant_isForecast_andItsLineSaysWhatThatIsWorth() throws Exception {
        Coordinator leader = TestCluster.leading(cluster.coordinator("forecast", "on"));
        Wire wire = new Wire(leader);
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":4}").status()).isEqualTo(201);
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\",\"tenant\":\"etl\"}");
        Rate rate = Rate.parse("50m");
        UsageReport report = UsageReport.of(
                "dn1:9866",
                GrantVersion.NONE,
                true,
                List.of(VolumeUsage.of(
                        "DS-1",
                        Rate.parse("100m"),
                        List.of(TenantUsage.of(ETL, 4, 0, rate, rate, true, Duration.ZERO)))));
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.NONE)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                link.report(report);
                return forecasts(wire).stream()
                        .anyMatch(each ->
                                Long.parseLong(each.written("bytesPerSecond").orElse("0")) > 0);
            });
        }
        JsonObject etl = forecasts(wire).get(0);
        assertThat(etl.text("tenant")).isEqualTo("etl");
        assertThat(etl.count("bytesPerSecond")).isEqualTo(rate.bytesPerSecond());
        assertThat(etl.number("factor")).isEqualTo(1);
        assertThat(etl.object("ofAhead").number("influence")).isZero();
        assertThat(wire.get("/v1/applications/app-1/explain").json().text("weight"))
                .startsWith("weight of etl: 4 = base 4 x forecast 1 (")
                .endsWith("; influence 0 and 0)");
        assertThat(wire.get("/metrics").body())
                .contains(
                        "hdfs_throttle_coordinator_forecast_models 1.0",
                        "hdfs_throttle_coordinator_forecast_skill_next NaN",
                        "hdfs_throttle_coordinator_forecast_skill_stretch NaN",
                        "hdfs_throttle_coordinator_forecast_skill_ahead NaN");
    }

    private static List<JsonObject> forecasts(Wire wire) throws Exception {
        JsonObject answer = wire.get("/v1/forecasts").json();
        assertThat(answer.flag("on")).isTrue();
        return answer.objects("tenants", 10);
    }

    @Test
    void byDefault_nothingIsForecast() throws Exception {
        Wire wire = new Wire(cluster.leader());
        JsonObject answer = wire.get("/v1/forecasts").json();
        assertThat(answer.flag("on")).isFalse();
        assertThat(answer.objects("tenants", 10)).isEmpty();
        assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_forecast_models 0.0");
    }
}
