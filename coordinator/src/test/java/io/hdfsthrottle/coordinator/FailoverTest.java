package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.coordinator.app.SigningKeyFile;
import io.hdfsthrottle.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FailoverTest {
    private static final String EPOCH = "/hdfs-throttle/default/epoch";

    @TempDir
    private Path folder;

    private House house;

    @BeforeEach
    void build() {
        house = new House(folder);
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

        Answer answer = new Wire(follower).get("/v1/tenants");

        assertThat(answer.status()).isEqualTo(421);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().text("type")).isEqualTo("urn:hdfs-throttle:problem:not-leader");
        assertThat(answer.json().text("leader")).isEqualTo(leader.url().toString());
        JsonObject status = new Wire(follower).get("/v1/status").json();
        assertThat(status.flag("leading")).isFalse();
        assertThat(status.text("leader")).isEqualTo(leader.url().toString());
    }

    @Test
    void coordinatorWithAnotherKeyOfTheSameName_neverLeads() throws Exception {
        Coordinator first = house.leader();
        Path other = folder.resolve("other.keys");
        assertThat(SigningKeyFile.create(other)).isTrue();
        Coordinator stranger = house.coordinator("signing.keys.file", other.toString());
        first.close();

        await().during(Duration.ofSeconds(3))
                .until(() -> stranger.leadership().term().isEmpty());
        Coordinator third = House.leading(house.coordinator());

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
        House.leading(second);

        Wire wire = new Wire(second);
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(epoch);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
        assertThat(wire.get("/v1/applications/app-1").json().text("tenant")).isEqualTo("gold");
        assertThat(wire.put("/v1/applications/app-1/lease", "{\"secret\":\"" + secret + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void waitingNode_isSentAwayWhenItsLeaderStepsDown() throws Exception {
        Coordinator leader = house.leader();
        CompletableFuture<Answer> waiting = waiting(leader);

        house.zookeeper().stop();

        assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(421);
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
        house.zookeeper().restart();
        House.leading(leader);

        assertThat(orphaned.status()).isEqualTo(421);
        assertThat(orphaned.json().optionalText("leader")).isEmpty();
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(epoch);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
    }

    @Test
    void deposedLeader_changesNothingAndStandsAgain() throws Exception {
        Coordinator leader = house.leader();
        Wire wire = new Wire(leader);
        wire.put("/v1/tenants/gold", "{\"priority\":8}");
        long stolen = wire.get("/v1/status").json().count("epoch") + 1_000_000;
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(house.zookeeper().getConnectString(), new RetryOneTime(100))) {
            client.start();
            client.setData().forPath(EPOCH, Long.toString(stolen).getBytes(StandardCharsets.US_ASCII));
        }

        Answer refused = wire.put("/v1/tenants/gold", "{\"priority\":9}");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> wire.get("/v1/tenants/gold").status() == 200);

        assertThat(refused.status()).isEqualTo(421);
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
        assertThat(wire.get("/v1/status").json().count("epoch")).isGreaterThan(stolen);
    }

    @Test
    void restartedCoordinator_keepsTenantsRulesAndApplications() throws Exception {
        Coordinator before = house.leader();
        Wire wire = new Wire(before);
        wire.put("/v1/tenants/gold", "{\"priority\":8,\"reservation\":\"20m\",\"limit\":\"100m\"}");
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
        assertThat(after.put("/v1/applications/app-1/lease", "{\"secret\":\"" + registered.text("secret") + "\"}")
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

    private static CompletableFuture<Answer> waiting(Coordinator leader) throws Exception {
        JsonObject grant =
                new Wire(leader).get("/v1/nodes/dn:9866/grant?wire=2").json();
        CompletableFuture<Answer> waiting = new Wire(leader)
                .getLater("/v1/nodes/dn:9866/grant?wire=2&waitSeconds=60&epoch=" + grant.count("epoch") + "&sequence="
                        + grant.object("policy").count("sequence") + "&applications="
                        + grant.object("applications").count("sequence"));
        await().until(() ->
                new Wire(leader).get("/metrics").body().contains("hdfs_throttle_coordinator_waiting_nodes 1.0"));
        return waiting;
    }
}
