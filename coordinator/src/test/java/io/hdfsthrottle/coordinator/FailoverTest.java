package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.coordinator.application.SigningKeyFile;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class FailoverTest {
    private static final String EPOCH = "/hdfs-throttle/default/epoch";
    private static final long MIB = 1L << 20;

    @TempDir
    private Path folder;

    private TestCluster house;

    @BeforeEach
    void build() {
        house = new TestCluster(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        house.close();
    }

    @Test
    void follower_namesTheLeader() throws Exception {
        Coordinator leader = house.leader();
        Coordinator follower = house.coordinator();
        await().until(() -> follower.leadership().leader().isPresent());

        Answer answer = new Wire(follower).get("/v1/tenants?limit=1");

        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.header("Location")).isEqualTo(leader.url() + "/v1/tenants?limit=1");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().text("type")).isEqualTo("urn:hdfs-throttle:problem:not-leader");
        assertThat(answer.json().text("leader")).isEqualTo(leader.url().toString());
        JsonObject status = new Wire(follower).get("/v1/status").json();
        assertThat(status.flag("leading")).isFalse();
        assertThat(status.text("leader")).isEqualTo(leader.url().toString());
    }

    @Test
    void follower_answersReadsOfThePolicyToWhomAnybodyWillDo() throws Exception {
        Coordinator leader = house.leader();
        Coordinator follower = house.coordinator();
        await().until(() -> follower.leadership().leader().isPresent());
        new Wire(leader).put("/v1/tenants/gold", "{\"priority\":8}");
        new Wire(leader).put("/v1/rules/etl", "{\"match\":{\"user\":\"etl\"},\"tenant\":\"gold\"}");

        Wire wire = new Wire(follower);
        await().until(() -> wire.get("/v1/rules/etl?anybody=true").status() == 200);
        Answer gold = wire.get("/v1/tenants/gold?anybody=true");

        assertThat(gold.body())
                .isEqualTo(new Wire(leader).get("/v1/tenants/gold").body());
        assertThat(gold.header("ETag"))
                .isEqualTo(new Wire(leader).get("/v1/tenants/gold").header("ETag"));
        assertThat(gold.header("Hdfs-Throttle-Leader")).isEqualTo(leader.url().toString());
        assertThat(wire.get("/v1/rules?anybody=true").body())
                .isEqualTo(new Wire(leader).get("/v1/rules").body());
        assertThat(wire.put("/v1/tenants/gold?anybody=true", "{\"priority\":9}").status())
                .isEqualTo(307);
        assertThat(wire.get("/v1/nodes?anybody=true").status())
                .as("what is in the leader's memory")
                .isEqualTo(307);
        assertThat(wire.get("/v1/tenants?anybody=perhaps").status()).isEqualTo(422);
    }

    /** A part of a limit that was given to a node is given to no other before it is known to be returned. */
    @Test
    void successor_givesAwayNothingThatANodeMayHaveWhichItDoesNotHear() throws Exception {
        Coordinator first = house.leader();
        Coordinator second = house.coordinator();
        new Wire(first).put("/v1/tenants/gold", "{\"priority\":8,\"limitBytesPerSecond\":104857600}");
        try (HttpLink link = new HttpLink(List.of(first.url(), second.url()), Duration.ofSeconds(5), Credential.NONE)) {
            ReportingNode away = new ReportingNode("away:9866", link);
            await().atMost(Duration.ofSeconds(20)).until(() -> away.partOfGold() > 90 * MIB);

            first.close();
            TestCluster.leading(second);
            ReportingNode fresh = new ReportingNode("fresh:9866", link);

            await().until(() -> fresh.partOfGold() > 0);
            double enough = balances(second) + 5;
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(fresh.partOfGold()).isLessThan(10 * MIB);
                return balances(second) >= enough;
            });
            await().atMost(Duration.ofSeconds(20)).until(() -> away.partOfGold() + fresh.partOfGold() > 90 * MIB);
            assertThat(away.partOfGold() + fresh.partOfGold()).isLessThanOrEqualTo(100 * MIB);
        }
    }

    /** How often it has decided the terms of all nodes. */
    private static double balances(Coordinator coordinator) throws Exception {
        String name = "hdfs_throttle_coordinator_terms_seconds_count ";
        return new Wire(coordinator)
                .get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    /** A node with one disk that tenant gold would saturate; reports that on each call of {@code partOfGold}. */
    private static final class ReportingNode {
        private final String name;
        private final HttpLink link;
        private NodeTerms terms = NodeTerms.NONE;

        ReportingNode(String name, HttpLink link) {
            this.name = name;
            this.link = link;
        }

        /** In bytes per second; 0 while it has none. */
        long partOfGold() throws Exception {
            Tenant gold = Tenant.named("gold");
            Rate part = terms.terms("DS-1", gold).map(Terms::limit).orElse(Rate.parse("100m"));
            TenantUsage usage = TenantUsage.of(gold, 8, 1_000, part, part, true, Duration.ofMillis(12))
                    .limitedTo(part);
            link.report(UsageReport.of(
                            name,
                            GrantVersion.NONE,
                            true,
                            List.of(VolumeUsage.of("DS-1", Rate.parse("150m"), List.of(usage))))
                    .withTerms(terms.version()));
            link.awaitGrant(name, GrantPosition.NOTHING, Duration.ZERO)
                    .flatMap(GrantUpdate::terms)
                    .ifPresent(told -> terms = told);
            return terms.equals(NodeTerms.NONE)
                    ? 0
                    : terms.terms("DS-1", gold).orElseThrow().limit().bytesPerSecond();
        }
    }

    @Test
    void coordinatorWithAnotherKeyOfTheSameName_neverLeads() throws Exception {
        Coordinator first = house.leader();
        Path other = folder.resolve("other.keys");
        assertThat(SigningKeyFile.create(other)).isTrue();
        Coordinator stranger = house.coordinator("signing.keys.file", other.toString());
        try (CuratorFramework client = zookeeper()) {
            long before = epoch(client);
            first.close();
            // An epoch begins with every election, before the elected one looks at the keys.
            await().atMost(Duration.ofSeconds(20)).until(() -> epoch(client) > before);
        }
        Coordinator third = TestCluster.leading(house.coordinator());

        assertThat(stranger.leadership().term()).isEmpty();
        assertThat(third.leadership().term()).isPresent();
    }

    @Test
    void leaderWhoseKeyIsReplacedUnderTheSameName_leadsNoLonger() throws Exception {
        Coordinator leader = house.leader();
        Path other = folder.resolve("other.keys");
        assertThat(SigningKeyFile.create(other)).isTrue();

        Files.copy(other, folder.resolve("signing.keys"), StandardCopyOption.REPLACE_EXISTING);

        await().atMost(Duration.ofSeconds(20))
                .until(() -> leader.leadership().term().isEmpty());
    }

    @Test
    void follower_takesOverWithAHigherEpochAndThePolicy() throws Exception {
        Coordinator first = house.leader();
        Coordinator second = house.coordinator();
        new Wire(first).put("/v1/tenants/gold", "{\"priority\":8}");
        String secret = new Wire(first)
                .post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"alice\",\"tenant\":\"gold\"}")
                .json()
                .text("secret");
        long epoch = new Wire(first).get("/v1/status").json().count("epoch");

        first.close();
        TestCluster.leading(second);

        Wire wire = new Wire(second);
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(epoch);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
        assertThat(wire.get("/v1/applications/app-1").json().text("tenant")).isEqualTo("gold");
        assertThat(wire.post("/v1/applications/app-1/renewal", "{\"secret\":\"" + secret + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void waitingNode_isSentAwayWhenItsLeaderStepsDown() throws Exception {
        Coordinator leader = house.leader();
        CompletableFuture<Answer> waiting = waiting(leader);

        house.zookeeper().stop();

        assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(503);
    }

    @Test
    void leader_leadsAgainAfterZooKeeperCameBack() throws Exception {
        Coordinator leader = house.leader();
        Wire wire = new Wire(leader);
        wire.put("/v1/tenants/gold", "{\"priority\":8}");
        long epoch = wire.get("/v1/status").json().count("epoch");

        house.zookeeper().stop();
        await().atMost(Duration.ofSeconds(15))
                .until(() -> leader.leadership().term().isEmpty());
        Answer orphaned = wire.put("/v1/tenants/gold", "{\"priority\":9}");
        assertThat(wire.get("/v1/ready").status()).isEqualTo(503);
        house.zookeeper().restart();
        TestCluster.leading(leader);

        assertThat(orphaned.status()).isEqualTo(503);
        assertThat(orphaned.header("Retry-After")).isEqualTo("1");
        assertThat(orphaned.json().text("type")).isEqualTo("urn:hdfs-throttle:problem:not-leader");
        assertThat(orphaned.json().optionalText("leader")).isEmpty();
        assertThat(wire.get("/v1/ready").json().flag("leading")).isTrue();
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(epoch);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
    }

    @Test
    void deposedLeader_changesNothingAndStandsAgain() throws Exception {
        Coordinator leader = house.leader();
        Wire wire = new Wire(leader);
        wire.put("/v1/tenants/gold", "{\"priority\":8}");
        long stolen = wire.get("/v1/status").json().count("epoch") + 1_000_000;
        try (CuratorFramework client = zookeeper()) {
            client.setData().forPath(EPOCH, Long.toString(stolen).getBytes(StandardCharsets.US_ASCII));
        }

        Answer refused = wire.put("/v1/tenants/gold", "{\"priority\":9}");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> wire.get("/v1/tenants/gold").status() == 200);

        assertThat(refused.status()).as("not to itself").isEqualTo(503);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(stolen);
    }

    @Test
    void restartedCoordinator_keepsTenantsRulesAndApplications() throws Exception {
        Coordinator before = house.leader();
        Wire wire = new Wire(before);
        wire.put(
                "/v1/tenants/gold",
                "{\"priority\":8,\"reservationBytesPerSecond\":20971520,\"limitBytesPerSecond\":104857600}");
        wire.put("/v1/rules/etl", "{\"match\":{\"user\":\"etl-*\",\"address\":\"10.1.0.0/16\"},\"tenant\":\"gold\"}");
        JsonObject registered = wire.post(
                        "/v1/applications", "{\"application\":\"app-1\",\"user\":\"alice\",\"tenant\":\"gold\"}")
                .json();
        String tenants = wire.get("/v1/tenants").body();
        String rules = wire.get("/v1/rules").body();
        String applications = wire.get("/v1/applications").body();

        before.close();
        Wire after = new Wire(house.leader());

        assertThat(after.get("/v1/tenants").body()).isEqualTo(tenants);
        assertThat(after.get("/v1/rules").body()).isEqualTo(rules);
        assertThat(after.get("/v1/applications").body()).isEqualTo(applications);
        assertThat(after.post("/v1/applications/app-1/renewal", "{\"secret\":\"" + registered.text("secret") + "\"}")
                        .json()
                        .text("tag"))
                .isEqualTo(registered.text("tag"));
    }

    @Test
    void coordinatorsOfTwoClusters_doNotMeetInOneZooKeeper() throws Exception {
        Coordinator one = house.leader("cluster", "one");
        Coordinator two = house.leader("cluster", "two");

        new Wire(one).put("/v1/tenants/gold", "{\"priority\":8}");

        assertThat(new Wire(two).get("/v1/tenants/gold").status()).isEqualTo(404);
    }

    private CuratorFramework zookeeper() {
        CuratorFramework client =
                CuratorFrameworkFactory.newClient(house.zookeeper().getConnectString(), new RetryOneTime(100));
        client.start();
        return client;
    }

    private static long epoch(CuratorFramework client) throws Exception {
        return Long.parseLong(new String(client.getData().forPath(EPOCH), StandardCharsets.US_ASCII));
    }

    private static CompletableFuture<Answer> waiting(Coordinator leader) throws Exception {
        JsonObject grant =
                new Wire(leader).get("/v1/nodes/dn:9866/grant?wire=3").json();
        CompletableFuture<Answer> waiting = new Wire(leader)
                .getLater("/v1/nodes/dn:9866/grant?wire=3&waitSeconds=60&epoch=" + grant.count("epoch") + "&sequence="
                        + grant.object("policy").count("sequence") + "&applications="
                        + grant.object("applications").count("sequence"));
        await().until(() ->
                new Wire(leader).get("/metrics").body().contains("hdfs_throttle_coordinator_waiting_nodes 1.0"));
        return waiting;
    }
}
