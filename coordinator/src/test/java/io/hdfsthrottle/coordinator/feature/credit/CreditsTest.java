package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.client.Answer.Kind;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.CreditStanding;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Registration;
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

/** Credits over REST, on a node that reports, through a change of the leader. */
@Tag("slow")
final class CreditsTest {
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

    private Coordinator coordinator() throws Exception {
        return cluster.coordinator("credit", "on");
    }

    private static void addTenants(Wire wire) throws Exception {
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":4}").status()).isEqualTo(201);
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":4}").status()).isEqualTo(201);
    }

    /** A node with a disk that both tenants wait for; says so, and takes what it is told. */
    private static double weightOfEtl(HttpLink link, NodeTerms[] terms) throws Exception {
        List<TenantUsage> usages = List.of(
                TenantUsage.of(ETL, 4, 0, Rate.parse("50m"), Rate.parse("50m"), true, Duration.ZERO),
                TenantUsage.of(GOLD, 4, 0, Rate.parse("50m"), Rate.parse("50m"), true, Duration.ZERO));
        link.report(UsageReport.of(
                        "dn1:9866",
                        GrantVersion.NONE,
                        true,
                        List.of(VolumeUsage.of("DS-1", Rate.parse("100m"), usages)))
                .withTerms(terms[0].version()));
        link.awaitGrant("dn1:9866", GrantPosition.NOTHING, Duration.ZERO)
                .flatMap(GrantUpdate::terms)
                .ifPresent(told -> terms[0] = told);
        return terms[0].terms("DS-1", ETL).map(Terms::weight).orElse(4.0);
    }

    private static JsonObject standing(Wire wire) throws Exception {
        return wire.get("/v1/credits").json().objects("tenants", 10).get(0);
    }

    @Test
    void yielder_weighsLess_earns_andKeepsItsCreditsUnderTheNextLeader() throws Exception {
        Coordinator first = TestCluster.leading(coordinator());
        Coordinator second = coordinator();
        Wire wire = new Wire(first);
        addTenants(wire);
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\",\"tenant\":\"etl\"}");
        NodeTerms[] terms = {NodeTerms.NONE};
        try (HttpLink link = new HttpLink(List.of(first.url(), second.url()), Duration.ofSeconds(5), Credential.NONE)) {
            Answer yields = wire.put("/v1/tenants/etl/yield", "{\"level\":\"lowest\",\"yieldSeconds\":3600}");
            assertThat(yields.status()).isEqualTo(200);
            assertThat(yields.json().text("level")).isEqualTo("lowest");

            await().atMost(PATIENCE).until(() -> weightOfEtl(link, terms) < 0.5);
            await().atMost(PATIENCE).until(() -> standing(wire).number("credits") >= 4.4);
            assertThat(wire.get("/v1/applications/app-1/explain").json().text("weight"))
                    .contains("weight of etl: ", " = base 4 ", " x credit 0.1 (yields lowest for ");
            assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_credit_yielding 1.0");

            double before = standing(wire).number("credits");
            first.close();
            TestCluster.leading(second);
            Wire next = new Wire(second);
            assertThat(standing(next).number("credits")).isGreaterThanOrEqualTo(before);
            assertThat(standing(next).text("level")).isEqualTo("lowest");

            Answer missing = next.post("/v1/tenants/etl/boost", "{\"boostSeconds\":300}");
            assertThat(missing.status()).isEqualTo(409);
            assertThat(missing.json().text("reason")).isEqualTo("yielding");
            assertThat(next.delete("/v1/tenants/etl/yield").status()).isEqualTo(204);
            Answer poor = next.post("/v1/tenants/etl/boost", "{\"boostSeconds\":300}");
            assertThat(poor.status()).isEqualTo(409);
            assertThat(poor.json().text("reason")).isEqualTo("credits");
            assertThat(poor.json().number("missing")).isBetween(7_000.0, 7_500.0);
        }
    }

    @Test
    void whoHasCredits_buysHighPriority_andItsNodesSeeIt() throws Exception {
        Coordinator leader =
                TestCluster.leading(cluster.coordinator("credit", "on", "credit.earn.contention", "10000"));
        Wire wire = new Wire(leader);
        addTenants(wire);
        NodeTerms[] terms = {NodeTerms.NONE};
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.NONE)) {
            wire.put("/v1/tenants/etl/yield", "{\"level\":\"low\",\"yieldSeconds\":3600}");
            await().atMost(PATIENCE).until(() -> {
                double unused = weightOfEtl(link, terms);
                return standing(wire).number("credits") >= 7_500;
            });
            wire.delete("/v1/tenants/etl/yield");
            assertThat(wire.post("/v1/tenants/etl/boost?dryrun=true", "{\"boostSeconds\":300}")
                            .json()
                            .count("boostSeconds"))
                    .isBetween(300L, 302L);
            assertThat(standing(wire).count("boostSeconds")).isZero();

            assertThat(wire.post("/v1/tenants/etl/boost", "{\"boostSeconds\":300}")
                            .status())
                    .isEqualTo(200);
            await().atMost(PATIENCE).until(() -> weightOfEtl(link, terms) > 16);
            assertThat(wire.put("/v1/tenants/etl/yield", "{\"level\":\"low\",\"yieldSeconds\":3600}")
                            .json()
                            .text("reason"))
                    .isEqualTo("boosting");
        }
    }

    @Test
    void application_stepsBack_andBuysASingleSecond_byItsClient() throws Exception {
        Coordinator leader = TestCluster.leading(cluster.coordinator("credit", "on", "credit.earn.level", "30"));
        Wire wire = new Wire(leader);
        addTenants(wire);
        HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.NONE);
        try (ThrottleClient client =
                ThrottleClient.register(link, Registration.of("app-1", "app-1", "u", "etl"), PATIENCE)) {
            assertThat(client.tag().value()).isPresent();
            CreditStanding yielding = client.stepBack(ThrottleClient.Level.LOW, Duration.ofMinutes(10))
                    .value()
                    .orElseThrow();
            assertThat(yielding.yields()).isEqualTo(Duration.ofMinutes(10));
            await().atMost(PATIENCE).until(() -> standing(wire).number("credits") >= 30);
            assertThat(client.boost(Duration.ofSeconds(1)).kind()).isEqualTo(Kind.REFUSED);

            wire.delete("/v1/tenants/etl/yield");
            CreditStanding boosting =
                    client.boost(Duration.ofSeconds(1)).value().orElseThrow();
            assertThat(boosting.boosts()).isBetween(Duration.ZERO, Duration.ofSeconds(1));
            assertThat(client.share().kind()).isEqualTo(Kind.GIVEN);
            assertThat(client.explain().value().orElseThrow().waited()).isZero();
        }
        assertThat(wire.get("/v1/applications").json().objects("applications", 10))
                .isEmpty();
    }

    @Test
    void byDefault_nothingOfItIsOn() throws Exception {
        Wire wire = new Wire(cluster.leader());
        addTenants(wire);

        assertThat(wire.get("/v1/credits").json().flag("on")).isFalse();
        Answer refused = wire.put("/v1/tenants/etl/yield", "{\"level\":\"low\",\"yieldSeconds\":28800}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().text("reason")).isEqualTo("off");
        assertThat(refused.json().text("detail")).contains("credit = on");
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\",\"tenant\":\"etl\"}");
        assertThat(wire.get("/v1/applications/app-1/explain").json().optionalText("weight"))
                .isEmpty();
    }

    @Test
    void strangers_areToldSo() throws Exception {
        Wire wire = new Wire(TestCluster.leading(coordinator()));

        assertThat(wire.put("/v1/tenants/nobody/yield", "{\"level\":\"low\",\"yieldSeconds\":28800}")
                        .status())
                .isEqualTo(404);
        assertThat(wire.post("/v1/tenants/default/boost", "{\"boostSeconds\":0}")
                        .status())
                .isEqualTo(422);
        assertThat(wire.put("/v1/tenants/default/yield", "{\"level\":\"high\",\"yieldSeconds\":28800}")
                        .json()
                        .text("field"))
                .isEqualTo("level");
    }
}
