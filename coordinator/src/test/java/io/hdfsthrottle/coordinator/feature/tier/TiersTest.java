package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tiers over REST, with unreachable NameNodes. */
@Timeout(120)
@Tag("slow")
final class TiersTest {
    private static final String TIERS = "/v1/tenants/etl/tiers";
    private static final String TEMPORARY =
            "{\"temporary\":{\"path\":\"/tmp/etl\",\"quotaBytes\":10737418240,\"afterSeconds\":3600}}";
    private static final String[] ON = {"tiers", "on", "tiers.namenode", "http://127.0.0.1:1"};

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

    private static JsonObject only(Wire wire) throws Exception {
        JsonObject answer = wire.get("/v1/tiers").json();
        assertThat(answer.objects("tiers", 10)).hasSize(1);
        return answer.objects("tiers", 10).get(0);
    }

    @Test
    void tiers_areDecidedShownAndRemoved_alsoByTheNextLeader() throws Exception {
        Coordinator first = cluster.leader(ON);
        Coordinator second = cluster.coordinator(ON);
        Wire wire = new Wire(first);
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":2}").status()).isEqualTo(201);
        assertThat(wire.put(TIERS + "?dryrun=true", TEMPORARY).status()).isEqualTo(200);
        assertThat(wire.get("/v1/tiers").json().objects("tiers", 10)).isEmpty();

        Answer decided = wire.put(TIERS, TEMPORARY);
        assertThat(decided.status()).as(decided.body()).isEqualTo(200);
        assertThat(decided.json().object("temporary").text("policy")).isEqualTo("ALL_SSD");
        assertThat(decided.json().object("temporary").text("next")).isEqualTo("HOT");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(only(wire).text("state")).isEqualTo("trouble");
            assertThat(only(wire).optionalText("why").orElse(""))
                    .contains("no active NameNode answers at [http://127.0.0.1:1]");
        });
        assertThat(wire.get("/v1/tiers").json().flag("quiet")).isFalse();
        assertThat(wire.get("/metrics").body())
                .contains(
                        "hdfs_throttle_coordinator_tiers_contention NaN",
                        "hdfs_throttle_coordinator_tiers_trouble 1.0");

        first.close();
        Wire next = new Wire(TestCluster.leading(second));
        assertThat(only(next).count("quotaBytes")).isEqualTo(10L << 30);
        assertThat(next.delete(TIERS).status()).isEqualTo(204);
        assertThat(next.delete(TIERS).status()).isEqualTo(404);
        assertThat(next.get("/v1/tiers").json().objects("tiers", 10)).isEmpty();
        assertThat(next.get("/v1/events").body()).contains("tiers.removed");
    }

    @Test
    void whatCannotBe_isRefusedWithTheField() throws Exception {
        Wire wire = new Wire(cluster.leader(ON));
        assertThat(wire.put(TIERS, TEMPORARY).status()).isEqualTo(404);
        wire.put("/v1/tenants/etl", "{\"priority\":2}");
        wire.put("/v1/tenants/gold", "{\"priority\":2}");
        wire.put(TIERS, TEMPORARY);
        for (String[] each : new String[][] {
            {"{}", "temporary, stable or both"},
            {"{\"temporary\":{\"path\":\"/tmp/etl/x\",\"afterSeconds\":3600}}", "apart from /tmp/etl of tenant etl"},
            {"{\"temporary\":{\"path\":\"/\",\"afterSeconds\":3600}}", "temporary.path"},
            {"{\"temporary\":{\"path\":\"/a\"}}", "temporary.after"},
            {"{\"temporary\":7}", "temporary"},
            {"{\"stable\":{\"path\":\"/a\",\"afterSeconds\":3600,\"policy\":\"HOT\"}}", "ALL_SSD"},
            {"{\"stable\":{\"path\":\"/a\",\"afterSeconds\":3600,\"quotaBytes\":\"much\"}}", "stable.quota"},
            {"{\"stable\":{\"path\":\"/a\",\"afterSeconds\":3600,\"more\":1}}", "stable.more"}
        }) {
            Answer refused = wire.put("/v1/tenants/gold/tiers", each[0]);
            assertThat(refused.status()).as(each[0]).isEqualTo(422);
            assertThat(refused.body()).contains(each[1]);
        }
    }

    @Test
    void tiersThatAreOff_areNotDecided() throws Exception {
        Wire wire = new Wire(cluster.leader());
        wire.put("/v1/tenants/etl", "{\"priority\":2}");
        Answer refused = wire.put(TIERS, TEMPORARY);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).contains("tiers = on");
        assertThat(wire.get("/v1/tiers").json().flag("on")).isFalse();
    }

    @Test
    void tiersOfATenantThatIsGone_rest() throws Exception {
        Wire wire = new Wire(cluster.leader(ON));
        wire.put("/v1/tenants/etl", "{\"priority\":2}");
        wire.put(TIERS, TEMPORARY);
        assertThat(wire.delete("/v1/tenants/etl").status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(only(wire).optionalText("why").orElse("")).contains("no tenant etl"));
    }
}
