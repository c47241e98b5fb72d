package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Grants as agents receive them, over the link that agents use. */
@Tag("slow")
final class GrantTest {
    @TempDir
    private static Path folder;

    private static TestCluster house;
    private static Coordinator coordinator;
    private static Wire wire;
    private static HttpLink link;
    private String node;

    @BeforeAll
    static void build() throws Exception {
        house = new TestCluster(folder);
        coordinator = house.leader(
                "application.expiry",
                "3s",
                "node.expiry",
                "2s",
                "limits.connections",
                "4000",
                "limits.connections.per.address",
                "2000",
                "limits.polls.per.address",
                "2000",
                "limits.requests.per.second",
                "1000",
                "limits.requests.at.once",
                "1000");
        wire = new Wire(coordinator);
        link = new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(5), Credential.NONE);
    }

    @AfterAll
    static void tearDown() throws Exception {
        link.close();
        house.close();
    }

    /**
     * A node name that no other test uses, so that no other test's applications, whose leases end during this test, are
     * sent to it.
     */
    @BeforeEach
    void newNode(TestInfo test) {
        node = test.getTestMethod().orElseThrow().getName() + ":9866";
    }

    private GrantUpdate poll(GrantPosition known) throws Exception {
        return link.awaitGrant(node, known, Duration.ZERO).orElseThrow();
    }

    private Grant grant() throws Exception {
        return poll(GrantPosition.NOTHING).policy().orElseThrow();
    }

    private Optional<GrantedApplication> application(String id) throws Exception {
        ApplicationUpdate answer =
                link.applications(node, List.of(id)).applications().orElseThrow();
        assertThat(answer.ended()).hasSize(1 - answer.living().size());
        return answer.living().stream().findFirst();
    }

    private GrantPosition position() throws Exception {
        GrantUpdate update = poll(GrantPosition.NOTHING);
        return GrantPosition.of(
                update.policy().orElseThrow().version(),
                GrantVersion.NONE,
                update.applications().orElseThrow().sequence());
    }

    @Test
    void newNode_isGrantedAtOnce() throws Exception {
        wire.put("/v1/tenants/gold", "{\"priority\":8,\"limitBytesPerSecond\":104857600}");

        // What was just stored is published right behind the answer.
        Grant grant = await().until(
                        this::grant, each -> each.terms(Tenant.named("gold")).weight() == 8);

        assertThat(grant.cluster()).isEqualTo("default");
        assertThat(grant.terms(Tenant.named("gold")).limit()).isEqualTo(Rate.parse("100m"));
        assertThat(grant.terms(Tenant.REPLICATION).weight()).isEqualTo(10);
    }

    @Test
    void unchangedGrant_isWaitedForAndThenNotSent() throws Exception {
        Optional<GrantUpdate> nothing = link.awaitGrant(node, position(), Duration.ofSeconds(1));

        assertThat(nothing).isEmpty();
    }

    @Test
    void thousandWaitingNodes_costNoThreadsAndWakeOnAChange() throws Exception {
        GrantVersion known = position().policy();
        String path = "/grant?wire=3&waitSeconds=60&epoch=" + known.epoch() + "&sequence=" + known.sequence()
                + "&applications=1";
        List<CompletableFuture<Answer>> nodes = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            String unused =
                    wire.get("/v1/nodes/crowd" + i + ":9866/grant?wire=3").body();
            nodes.add(wire.getLater("/v1/nodes/crowd" + i + ":9866" + path));
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> metric("waiting_nodes") == 1_000);
        long threads = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("hdfs-throttle-rest"))
                .count();

        wire.put("/v1/tenants/silver", "{\"priority\":" + (1 + known.sequence() % 90) + "}");
        CompletableFuture.allOf(nodes.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

        assertThat(threads).isLessThanOrEqualTo(256);
        for (CompletableFuture<Answer> node : nodes) {
            Grant grant = GrantUpdateJson.read(node.get().body()).policy().orElseThrow();
            assertThat(grant.version()).isGreaterThan(known);
        }
        assertThat(metric("waiting_nodes")).isZero();
    }

    @Test
    void application_isGrantedWhileItRenews_forgottenAfterwards_andKnownAgainByItsSecret() throws Exception {
        Lease lease = link.register(Registration.of("app-1", "Word Count", "alice", null));

        assertThat(lease.tenant()).isEqualTo(Tenant.DEFAULT);
        assertThat(lease.renewAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(lease.tag().application()).isEqualTo("app-1");
        assertThat(application("app-1").orElseThrow().user()).isEqualTo("alice");
        assertThat(link.renew(lease, 1, 1).orElseThrow().tag()).isEqualTo(lease.tag());

        await().atMost(Duration.ofSeconds(10)).until(() -> application("app-1").isEmpty());
        assertThat(link.renew(lease, 1, 1)).isEmpty();

        Lease again = link.register(
                Registration.of("app-1", "Word Count", "alice", null).again(lease));
        assertThat(again.tag()).isEqualTo(lease.tag());
    }

    @Test
    void withdrawnApplication_isNotGrantedAnyMore() throws Exception {
        link.withdraw(link.register(Registration.of("app-2", "Word Count", "alice", null)));

        assertThat(application("app-2")).isEmpty();
        assertThat(wire.delete("/v1/applications/app-2").status()).isEqualTo(404);
    }

    @Test
    void node_hearsOnlyOfApplicationsThatItHasMet() throws Exception {
        Lease met = link.register(Registration.of("app-4", "Word Count", "alice", null));
        Lease stranger = link.register(Registration.of("app-5", "Word Count", "alice", null));
        assertThat(application("app-4")).isPresent();
        GrantPosition before = position();

        link.withdraw(stranger);
        assertThat(link.awaitGrant(node, before, Duration.ZERO)).isEmpty();
        link.withdraw(met);

        ApplicationUpdate news = poll(before).applications().orElseThrow();
        assertThat(news.ended()).containsExactly("app-4");
        assertThat(news.sequence()).isGreaterThan(before.applications());
    }

    @Test
    void applicationThatNobodyWasCalled_isToldOfToWhoAskedForItOnceItRegisters() throws Exception {
        assertThat(application("app-6")).isEmpty();
        GrantPosition before = position();

        Lease unused = link.register(Registration.of("app-6", "Word Count", "alice", null));

        assertThat(poll(before).applications().orElseThrow().living())
                .extracting(GrantedApplication::application)
                .containsExactly("app-6");
    }

    @Test
    void nodeThatSpeaksAnotherWire_isToldWhichOneThisIs() throws Exception {
        Answer refused = wire.get("/v1/nodes/dn1:9866/grant?epoch=1&sequence=1");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("speaks wire 3").contains("the node wire 1");
    }

    @Test
    void rule_countsForApplicationsThatAlreadyRun() throws Exception {
        wire.put("/v1/tenants/etl", "{\"priority\":2}");
        Lease unused = link.register(Registration.of("app-3", "Nightly", "etl-nightly", null));

        wire.put("/v1/rules/nightly", "{\"match\":{\"user\":\"etl-*\"},\"tenant\":\"etl\"}");

        assertThat(application("app-3").orElseThrow().tenant()).isEqualTo(Tenant.named("etl"));
    }

    @Test
    void node_isListedWithItsLastReportAndFallsSilent() throws Exception {
        UsageReport report = UsageReport.of(
                "dn7:9866",
                grant().version(),
                true,
                List.of(VolumeUsage.of(
                        "DS-1",
                        Rate.parse("150m"),
                        List.of(TenantUsage.of(
                                Tenant.DEFAULT,
                                1,
                                1_000,
                                Rate.parse("10m"),
                                Rate.parse("20m"),
                                true,
                                Duration.ofMillis(12))))));

        link.report(report);

        Answer fresh = wire.get("/v1/nodes/dn7:9866");
        assertThat(fresh.json().flag("answering")).isTrue();
        assertThat(fresh.json().text("state")).isEqualTo("pacing");
        assertThat(fresh.body()).contains("\"bytesPerSecond\":10485760", "\"waitedMillis\":12", "\"volume\":\"DS-1\"");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> !wire.get("/v1/nodes/dn7:9866").json().flag("answering"));
        assertThat(wire.get("/v1/nodes").body()).contains("dn7:9866");
    }

    @Test
    void secondNodeOfOneName_isRefused_andItsAddressAndTheFirstOnesAreNamed() throws Exception {
        UsageReport report = UsageReport.of("dn9:9866", grant().version(), true, List.of());
        link.report(report.by("1-a"));
        link.report(report.by("2-b"));
        link.report(report.by("1-a"));

        Answer refused = wire.post("/v1/nodes/dn9:9866/usage", UsageReportJson.write(report.by("2-b")));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().text("type")).isEqualTo("urn:hdfs-throttle:problem:name-taken");
        assertThat(refused.json().text("holder")).isEqualTo("127.0.0.1 (process 1-a)");
        assertThat(refused.json().text("refused")).isEqualTo("127.0.0.1 (process 2-b)");
        assertThat(refused.json().text("detail")).contains("hdfs.throttle.node").hasSizeLessThan(300);
        assertThat(wire.get("/v1/events").body()).contains("\"node.refused\"");
        link.report(report.by("1-a"));
    }

    @Test
    void node_isListedWithWhatItsKeysAreWorth() throws Exception {
        UsageReport report = UsageReport.of("dn8:9866", grant().version(), true, List.of());

        link.report(report);
        assertThat(wire.get("/v1/nodes/dn8:9866").json().optionalText("keys")).isEmpty();
        link.report(report.withKeys(UsageReport.NO_KEYS));
        assertThat(wire.get("/v1/nodes/dn8:9866").json().text("keys")).isEqualTo("none");
        link.report(report.withKeys("k1:0123456789abcdef0123456789abcdef"));
        assertThat(wire.get("/v1/nodes/dn8:9866").json().text("keys")).isEqualTo("different");
        SigningKeys same = SigningKeys.parse(Files.readAllLines(folder.resolve("signing.keys")));
        link.report(report.withKeys(same.fingerprints().toString()));
        assertThat(wire.get("/v1/nodes/dn8:9866").json().text("keys")).isEqualTo("same");
        String own = Files.readAllLines(folder.resolve("signing.keys")).get(0);
        SigningKeys other = SigningKeys.parse(List.of(SigningKeys.line("k0", new byte[32]), own));
        link.report(report.withKeys(other.fingerprints().toString()));
        assertThat(wire.get("/v1/nodes/dn8:9866").json().text("keys")).isEqualTo("former");
    }

    @Test
    void jmx_showsTheCoordinator() throws Exception {
        var name = new javax.management.ObjectName("io.hdfsthrottle:type=Coordinator,cluster=default,port="
                + coordinator.url().getPort());
        var server = ManagementFactory.getPlatformMBeanServer();

        assertThat(server.getAttribute(name, "Leading")).isEqualTo(true);
        assertThat((long) server.getAttribute(name, "Epoch")).isPositive();
        assertThat((int) server.getAttribute(name, "Tenants")).isGreaterThanOrEqualTo(2);
    }

    private static double metric(String name) throws Exception {
        return wire.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("hdfs_throttle_coordinator_" + name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .findFirst()
                .orElseThrow();
    }
}
