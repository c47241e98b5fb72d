package io.hdfsthrottle.coordinator.feature.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modes over REST, on a node that polls and reports, through a change of the leader. */
@Tag("slow")
final class ModesTest {
    private static final String NODE = "dn1:9866";
    private static final Tenant ETL = Tenant.named("etl");
    private static final String SHADOW = "{\"mode\":\"shadow\"}";
    private static final String OFF = "{\"mode\":\"off\"}";

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

    private static HttpLink link(Coordinator... coordinators) {
        return new HttpLink(
                java.util.Arrays.stream(coordinators).map(Coordinator::url).toList(),
                Duration.ofSeconds(5),
                Credential.NONE);
    }

    private static Optional<Grant> policy(HttpLink link, GrantPosition known, Duration patience) throws Exception {
        return link.awaitGrant(NODE, known, patience).flatMap(GrantUpdate::policy);
    }

    private static Modes told(HttpLink link) throws Exception {
        return policy(link, GrantPosition.NOTHING, Duration.ZERO).orElseThrow().modes();
    }

    private static UsageReport report(Mode mode) {
        return UsageReport.of(
                        NODE,
                        GrantVersion.NONE,
                        mode == Mode.ENFORCE,
                        List.of(VolumeUsage.of(
                                "DS-1",
                                null,
                                List.of(
                                        TenantUsage.of(ETL, 1, 0, Rate.parse("90m"), Rate.ZERO, true, Duration.ZERO),
                                        TenantUsage.of(
                                                Tenant.DEFAULT,
                                                4,
                                                0,
                                                Rate.parse("10m"),
                                                Rate.ZERO,
                                                true,
                                                Duration.ZERO)))))
                .inMode(mode);
    }

    @Test
    void killSwitch_reachesAWaitingNodeAtOnce_isAudited_andSurvivesTheLeader() throws Exception {
        Coordinator first = TestCluster.leading(cluster.coordinator());
        Coordinator second = cluster.coordinator();
        Wire wire = new Wire(first);
        try (HttpLink link = link(first, second)) {
            GrantUpdate before =
                    link.awaitGrant(NODE, GrantPosition.NOTHING, Duration.ZERO).orElseThrow();
            Grant untold = before.policy().orElseThrow();
            assertThat(untold.modes()).isEqualTo(Modes.NONE);
            GrantPosition known = GrantPosition.of(
                    untold.version(),
                    before.terms().map(terms -> terms.version()).orElse(GrantVersion.NONE),
                    before.applications().map(news -> news.sequence()).orElse(0L));
            CompletableFuture<Modes> news = CompletableFuture.supplyAsync(() -> {
                try {
                    return policy(link, known, Duration.ofSeconds(20))
                            .map(Grant::modes)
                            .orElse(Modes.NONE);
                } catch (Exception trouble) {
                    throw new IllegalStateException(trouble);
                }
            });

            Answer answer = wire.put("/v1/modes/cluster", OFF);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().text("mode")).isEqualTo("off");
            assertThat(wire.get("/v1/status").json().text("mode")).isEqualTo("off");

            assertThat(news.get().of(NODE)).contains(Mode.OFF);
            assertThat(wire.get("/v1/events").json().objects("events", 100)).anySatisfy(event -> {
                assertThat(event.text("event")).isEqualTo("mode.changed");
                assertThat(event.text("name")).isEqualTo("cluster");
                assertThat(event.text("detail")).isEqualTo("none of its own -> off");
            });
            first.close();
            TestCluster.leading(second);
            assertThat(told(link).cluster()).contains(Mode.OFF);
            assertThat(new Wire(second).get("/v1/modes").json().text("cluster")).isEqualTo("off");
        }
    }

    @Test
    void modes_areSetTakenAwayAndListed_andARehearsalChangesNothing() throws Exception {
        Coordinator leader = cluster.leader();
        Wire wire = new Wire(leader);
        wire.put("/v1/tenants/etl", "{\"priority\":4}");
        try (HttpLink link = link(leader)) {
            assertThat(wire.put("/v1/modes/cluster?dryrun=true", OFF).status()).isEqualTo(200);
            assertThat(wire.get("/v1/modes").json().optionalText("cluster")).isEmpty();

            wire.put("/v1/modes/cluster", SHADOW);
            wire.put("/v1/modes/nodes/" + NODE, "{\"mode\":\"enforce\"}");
            wire.put("/v1/modes/tenants/etl", OFF);
            assertThat(told(link))
                    .isEqualTo(Modes.of(Optional.of(Mode.SHADOW), Map.of(NODE, Mode.ENFORCE), Map.of(ETL, Mode.OFF)));
            List<JsonObject> modes = wire.get("/v1/modes").json().objects("modes", 10);
            assertThat(modes.get(0).text("name")).isEqualTo(NODE);
            assertThat(modes.get(1).text("name")).isEqualTo("etl");
            assertThat(modes.get(1).text("mode")).isEqualTo("off");

            assertThat(wire.delete("/v1/modes/nodes/" + NODE).status()).isEqualTo(204);
            assertThat(wire.delete("/v1/modes/tenants/etl").status()).isEqualTo(204);
            assertThat(wire.delete("/v1/modes/cluster").status()).isEqualTo(204);
            Grant policy = policy(link, GrantPosition.NOTHING, Duration.ZERO).orElseThrow();
            assertThat(policy.modes()).isEqualTo(Modes.NONE);
        }
    }

    @Test
    void whatThereIsNot_isRefusedWithWhatThereIs() throws Exception {
        Wire wire = new Wire(cluster.leader());
        Answer strange = wire.put("/v1/modes/cluster", "{\"mode\":\"asleep\"}");
        assertThat(strange.status()).isEqualTo(422);
        assertThat(strange.json().text("detail")).contains("off, shadow or enforce");
        assertThat(wire.put("/v1/modes/tenants/nobody", OFF).status()).isEqualTo(404);
        assertThat(wire.put("/v1/modes/nodes/a%20b", OFF).status()).isEqualTo(422);
        assertThat(wire.put("/v1/modes/cluster", "{}").status()).isEqualTo(422);
    }

    @Test
    void nodeThatGoesByAnotherMode_isNamed_andItsModeIsShown() throws Exception {
        Coordinator leader = cluster.leader();
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            wire.put("/v1/modes/cluster", SHADOW);
            link.report(report(Mode.ENFORCE));
            assertThat(wire.get("/v1/modes").json().texts("behind", 10)).containsExactly(NODE + ": enforce");
            link.report(report(Mode.SHADOW));
            await().untilAsserted(() ->
                    assertThat(wire.get("/v1/modes").json().texts("behind", 10)).isEmpty());
            assertThat(wire.get("/v1/nodes").json().objects("nodes", 10).get(0).text("mode"))
                    .isEqualTo("shadow");
        }
    }

    @Test
    void shadow_saysWhatEnforcingWouldGive() throws Exception {
        Coordinator leader = cluster.leader();
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            assertThat(wire.get("/v1/shadow").json().text("summary")).contains("Nothing is in shadow");
            assertThat(wire.put("/v1/tenants/etl", "{\"priority\":1}").status()).isEqualTo(201);
            assertThat(wire.put("/v1/tenants/default", "{\"priority\":4}").status())
                    .isEqualTo(200);
            link.report(report(Mode.SHADOW));
            JsonObject shadow = wire.get("/v1/shadow").json();
            assertThat(shadow.text("summary")).startsWith("1 of 1 nodes are in shadow");
            assertThat(shadow.objects("tenants", 10)).anySatisfy(tenant -> assertThat(tenant.text("sentence"))
                    .isEqualTo("Tenant etl gets 90.0 MiB/s and would get 20.0 MiB/s: one disk limits it."));
            assertThat(wire.get("/v1/balance").json().objects("tenants", 10))
                    .as("it is no demand")
                    .allSatisfy(tenant ->
                            assertThat(tenant.count("demandBytesPerSecond")).isZero());
        }
    }

    @Test
    void modeOfATenant_endsWithTheTenant() throws Exception {
        Wire wire = new Wire(cluster.leader());
        wire.put("/v1/tenants/etl", "{\"priority\":4}");
        wire.put("/v1/tenants/night", "{\"priority\":1}");
        wire.put("/v1/modes/tenants/etl", OFF);
        wire.put("/v1/modes/tenants/night", OFF);
        wire.delete("/v1/tenants/etl");
        await().untilAsserted(() -> assertThat(wire.get("/v1/modes").json().objects("modes", 10))
                .singleElement()
                .satisfies(mode -> assertThat(mode.text("name")).isEqualTo("night")));
        wire.put("/v1/tenants/etl", "{\"priority\":4}");
        assertThat(wire.get("/v1/modes").json().objects("modes", 10)).hasSize(1);
        await().untilAsserted(() -> assertThat(wire.get("/v1/events").json().objects("events", 100))
                .anySatisfy(event -> {
                    assertThat(event.text("name")).isEqualTo("tenant etl");
                    assertThat(event.optionalText("detail")).contains("ended with the tenant");
                }));
    }

    private static UsageReport of(String node, Mode mode) {
        return UsageReport.of(node, GrantVersion.NONE, mode == Mode.ENFORCE, List.of())
                .inMode(mode);
    }

    private static Answer canary(Wire wire, String more) throws Exception {
        return wire.put("/v1/modes/canary", "{\"node\":\"" + NODE + "\"" + more + "}");
    }

    @Test
    void canary_needsPeersInShadow_enforces_andGoesBackByItself_alsoForTheNextLeader() throws Exception {
        Coordinator first = TestCluster.leading(cluster.coordinator());
        Coordinator second = cluster.coordinator();
        Wire wire = new Wire(first);
        try (HttpLink link = link(first, second)) {
            assertThat(canary(wire, "").status()).isEqualTo(404);
            link.report(of(NODE, Mode.SHADOW));
            assertThat(canary(wire, "").status()).as("it is alone").isEqualTo(409);
            link.report(of("dn2:9866", Mode.SHADOW));
            assertThat(canary(wire, "").json().text("detail")).contains("hdfs-throttle mode shadow");
            wire.put("/v1/modes/cluster", SHADOW);
            assertThat(canary(wire, ",\"slowerPercent\":90").status()).isEqualTo(422);
            assertThat(canary(wire, ",\"p99Percent\":110").status()).isEqualTo(422);

            Answer begun = canary(wire, ",\"forSeconds\":1,\"p99Percent\":200");
            assertThat(begun.json().count("p99Percent")).isEqualTo(200);
            assertThat(begun.json().text("state")).isEqualTo("enforcing");
            assertThat(told(link).of(NODE)).contains(Mode.ENFORCE);
            await().untilAsserted(() -> {
                link.report(of(NODE, Mode.SHADOW));
                JsonObject canary = wire.get("/v1/modes").json().object("canary");
                assertThat(canary.text("state")).isEqualTo("failed");
                assertThat(canary.text("standing")).contains("it does not enforce");
            });
            assertThat(told(link).of(NODE)).contains(Mode.SHADOW);
            assertThat(wire.get("/v1/events").json().objects("events", 100))
                    .anySatisfy(event -> assertThat(event.text("event")).isEqualTo("canary.failed"));

            first.close();
            TestCluster.leading(second);
            Wire next = new Wire(second);
            await().untilAsserted(() -> {
                assertThat(next.get("/v1/findings").json().objects("findings", 100))
                        .singleElement()
                        .satisfies(finding -> assertThat(finding.text("kind")).isEqualTo("canary-failed"));
                assertThat(next.get("/v1/status").json().count("findings")).isEqualTo(1);
                assertThat(next.get("/metrics").body())
                        .contains("hdfs_throttle_coordinator_findings{kind=\"canary-failed\"} 1.0");
            });
            assertThat(next.delete("/v1/modes/canary").status()).isEqualTo(204);
            await().untilAsserted(() -> {
                assertThat(next.get("/v1/findings").json().objects("findings", 100))
                        .isEmpty();
                assertThat(next.get("/v1/events").json().objects("events", 100))
                        .extracting(event -> event.text("event"))
                        .contains("finding.began", "finding.ended", "canary.ended");
            });
        }
    }

    @Test
    void modeEnforceOfTheCanary_makesItItsOwn_andEveryEndOfACanaryIsAnEvent() throws Exception {
        Coordinator leader = cluster.leader();
        Wire wire = new Wire(leader);
        try (HttpLink link = link(leader)) {
            wire.put("/v1/modes/cluster", SHADOW);
            link.report(of(NODE, Mode.SHADOW));
            link.report(of("dn2:9866", Mode.SHADOW));
            assertThat(canary(wire, "").status()).isEqualTo(200);
            assertThat(wire.get("/v1/modes").json().objects("modes", 10)).isEmpty();
            wire.put("/v1/modes/nodes/" + NODE, "{\"mode\":\"enforce\"}");
            assertThat(wire.get("/v1/modes").json().optionalObject("canary")).isEmpty();
            assertThat(told(link).of(NODE)).contains(Mode.ENFORCE);
            assertThat(canary(wire, "").json().text("detail")).contains("has the mode enforce of its own");
            wire.delete("/v1/modes/nodes/" + NODE);
            canary(wire, "");
            wire.put("/v1/modes/canary", "{\"node\":\"dn2:9866\"}");
            wire.put("/v1/modes/cluster", OFF);
            List<JsonObject> events = wire.get("/v1/events").json().objects("events", 100);
            assertThat(events)
                    .extracting(event -> event.text("event") + " " + event.text("name"))
                    .filteredOn(event -> event.startsWith("canary."))
                    .as("the last one first")
                    .containsExactly(
                            "canary.ended dn2:9866",
                            "canary.began dn2:9866",
                            "canary.ended " + NODE,
                            "canary.began " + NODE,
                            "canary.ended " + NODE,
                            "canary.began " + NODE);
            assertThat(events).anySatisfy(event -> assertThat(event.optionalText("detail"))
                    .contains("slowerPercent=150,throughputPercent=50,errors=0,forSeconds=15,p99Percent=0"));
        }
    }
}
