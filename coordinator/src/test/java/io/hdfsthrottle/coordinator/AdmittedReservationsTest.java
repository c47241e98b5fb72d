package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reservations that are refused, wait or count all the same, as applications and people see it. */
@Tag("slow")
final class AdmittedReservationsTest {
    private static final long MIB = 1 << 20;
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private TestCluster cluster;
    private Coordinator coordinator;
    private Wire wire;

    @BeforeEach
    void start() throws Exception {
        cluster = new TestCluster(folder);
        lead(cluster.leader());
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":4,\"reservationBytesPerSecond\":20971520}")
                        .status())
                .isEqualTo(201);
    }

    private void lead(Coordinator leader) throws Exception {
        coordinator = leader;
        wire = new Wire(leader);
        report();
    }

    /** A node with a volume of 100 MiB/s, of which 7 MiB/s are moved. */
    private void report() throws Exception {
        String body =
                "{\"node\":\"dn1:9866\",\"epoch\":1,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[{\"volume\":\"DS-1\""
                        + ",\"capacityBytesPerSecond\":" + 100 * MIB
                        + ",\"tenants\":[{\"tenant\":\"gold\",\"weight\":4,\"bytes\":0,"
                        + "\"bytesPerSecond\":" + 7 * MIB
                        + ",\"entitlementBytesPerSecond\":0,\"backlogged\":false,\"waitedMillis\":0}]}]}";
        assertThat(wire.post("/v1/nodes/dn1:9866/usage", body).status()).isEqualTo(204);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private static String body(String id, String reservation, String admission) {
        return "{\"application\":\"" + id + "\",\"user\":\"alice\",\"tenant\":\"gold\",\"reservationBytesPerSecond\":"
                + Rate.parse(reservation).bytesPerSecond() + ",\"admission\":\"" + admission + "\"}";
    }

    private Answer register(String id, String reservation, String admission) throws Exception {
        report();
        return wire.post("/v1/applications", body(id, reservation, admission));
    }

    private JsonObject seen(String id) throws Exception {
        report();
        return wire.get("/v1/applications/" + id).json();
    }

    private String state(String id) throws Exception {
        return seen(id).object("admission").text("state");
    }

    @Test
    void node_saysWhatIsFreeOfEachVolume() throws Exception {
        JsonObject volume =
                wire.get("/v1/nodes/dn1:9866").json().objects("volumes", 1).get(0);
        assertThat(volume.count("capacityBytesPerSecond")).isEqualTo(100 * MIB);
        assertThat(volume.count("reservedBytesPerSecond")).isEqualTo(20 * MIB);
        assertThat(volume.count("freeToReserveBytesPerSecond")).isEqualTo(70 * MIB);
        assertThat(volume.count("movedBytesPerSecond")).isEqualTo(7 * MIB);
        assertThat(volume.count("freeNowBytesPerSecond")).isEqualTo(93 * MIB);
    }

    @Test
    void whoDoesNotWait_isRefused_andToldWhatIsFree() throws Exception {
        assertThat(register("app-1", "10m", "reject").status()).isEqualTo(201);
        Answer refused = register("app-2", "10m", "reject");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().text("type")).endsWith("no-room");
        assertThat(refused.json().count("freeBytesPerSecond")).isEqualTo(8 * MIB);
        assertThat(refused.json().text("bound")).isEqualTo("tenant");
        assertThat(refused.json().count("enoughInSeconds")).isBetween(500L, 600L);
        assertThat(refused.json().text("detail")).contains("8m are free of what the tenant gold has reserved");
        assertThat(wire.get("/v1/events").body()).contains("reservation.declined");
        assertThat(wire.get("/v1/applications/app-2").status()).isEqualTo(404);
        assertThat(register("app-2", "8m", "reject").status()).isEqualTo(201);
        Answer more =
                wire.put("/v1/applications/app-2", "{\"admission\":\"reject\",\"reservationBytesPerSecond\":9437184}");
        assertThat(more.status()).as(more.body()).isEqualTo(409);
        assertThat(seen("app-2").count("reservationBytesPerSecond")).isEqualTo(8 * MIB);
    }

    @Test
    void whoWaits_runsWithoutIt_andGetsItWhenThereIsRoom() throws Exception {
        String secret = register("app-1", "10m", "queue").json().text("secret");
        Answer second = register("app-2", "12m", "queue");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.json().text("remark")).isEqualTo("its reservation of 12m waits for room");
        JsonObject waiting = seen("app-2");
        assertThat(waiting.count("reservationBytesPerSecond")).isZero();
        JsonObject admission = waiting.object("admission");
        assertThat(admission.text("mode")).isEqualTo("queue");
        assertThat(admission.text("state")).isEqualTo("queued");
        assertThat(admission.count("waitsForBytesPerSecond")).isEqualTo(12 * MIB);
        assertThat(admission.count("freeBytesPerSecond")).isEqualTo(8 * MIB);
        assertThat(admission.count("ahead")).isZero();
        assertThat(admission.flag("covered")).isFalse();
        assertThat(wire.get("/v1/applications/app-2/explain").json().text("sentence"))
                .contains("No operation of app-2 took any time", ". Its reservation of 12m waits since ")
                .contains("8m are free of what the tenant gold has reserved");
        // No other application gets the bandwidth that it waits for.
        assertThat(register("app-3", "1m", "reject").status()).isEqualTo(409);

        assertThat(wire.send("DELETE", "/v1/applications/app-1", "{\"secret\":\"" + secret + "\"}")
                        .status())
                .isEqualTo(204);
        await().atMost(SOON).until(() -> state("app-2").equals("admitted"));
        assertThat(seen("app-2").count("reservationBytesPerSecond")).isEqualTo(12 * MIB);
        assertThat(seen("app-2").object("admission").flag("covered")).isTrue();
        assertThat(wire.get("/v1/events").body()).contains("application.changed");
    }

    @Test
    void whoSaysNothing_hasItAllTheSame_andItIsSeen() throws Exception {
        for (String id : List.of("app-1", "app-2")) {
            String said = body(id, "20m", "ignore").replace(",\"admission\":\"ignore\"", "");
            assertThat(wire.post("/v1/applications", said).status()).isEqualTo(201);
            assertThat(seen(id).count("reservationBytesPerSecond")).isEqualTo(20 * MIB);
            assertThat(state(id)).isEqualTo("admitted");
        }
        JsonObject admission = seen("app-1").object("admission");
        assertThat(admission.text("mode")).isEqualTo("ignore");
        assertThat(admission.flag("covered")).isFalse();
        assertThat(admission.text("sentence")).contains("there is more reserved than there is");
        assertThat(register("app-3", "1m", "reject").status()).isEqualTo(409);
    }

    @Test
    void changeThatHasToWait_leavesWhatItHas_andLoweringNeverWaits() throws Exception {
        assertThat(register("app-1", "10m", "queue").status()).isEqualTo(201);
        assertThat(register("app-2", "4m", "queue").status()).isEqualTo(201);
        Answer changed =
                wire.put("/v1/applications/app-2", "{\"admission\":\"queue\",\"reservationBytesPerSecond\":9437184}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(changed.json().count("reservationBytesPerSecond")).isEqualTo(4 * MIB);
        assertThat(changed.json().object("admission").count("waitsForBytesPerSecond"))
                .isEqualTo(9 * MIB);
        assertThat(wire.put("/v1/applications/app-2", "{\"admission\":\"queue\",\"reservationBytesPerSecond\":2097152}")
                        .json()
                        .object("admission")
                        .text("state"))
                .isEqualTo("admitted");
        assertThat(seen("app-2").count("reservationBytesPerSecond")).isEqualTo(2 * MIB);
    }

    @Test
    void reservationForEachTask_isSummedOverThem_andMoreThanThereIsWaitWhileTheSumIsDivided() throws Exception {
        JsonObject mine = wire.post(
                        "/v1/applications", body("app-1", "4m", "queue").replace("{", "{\"per\":\"task\","))
                .json();
        renew(mine, 3);
        await().atMost(SOON).until(() -> seen("app-1").object("admission").count("parts") == 3);
        assertThat(register("app-2", "8m", "reject").status())
                .as("12 of 18 are taken")
                .isEqualTo(409);
        assertThat(register("app-2", "6m", "reject").status()).isEqualTo(201);

        renew(mine, 4);
        await().atMost(SOON).until(() -> state("app-1").equals("queued"));
        assertThat(seen("app-1").count("reservationBytesPerSecond")).isEqualTo(3 * MIB);
        assertThat(seen("app-1").object("admission").count("waitsForBytesPerSecond"))
                .isEqualTo(4 * MIB);
        assertThat(seen("app-1").object("admission").text("sentence")).contains("reservation of 16m waits");

        renew(mine, 2);
        await().atMost(SOON).until(() -> state("app-1").equals("admitted"));
        assertThat(seen("app-1").count("reservationBytesPerSecond")).isEqualTo(4 * MIB);
        assertThat(seen("app-1").object("admission").text("sentence")).contains("reservation of 8m is admitted");
        assertThat(wire.post(
                                "/v1/applications/app-1/renewal",
                                "{\"secret\":\"" + mine.text("secret") + "\",\"tasks\":0}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void whoDoesNotWait_dividesWhatItHas_amongMoreTasks_andTakesNoRoomBeyondItsTenants() throws Exception {
        JsonObject mine = wire.post(
                        "/v1/applications", body("app-1", "4m", "reject").replace("{", "{\"per\":\"task\","))
                .json();
        renew(mine, 100);
        await().atMost(SOON).until(() -> state("app-1").equals("queued"));
        assertThat(seen("app-1").count("reservationBytesPerSecond")).isLessThan(MIB);

        JsonObject other = wire.post(
                        "/v1/applications", body("app-2", "4m", "ignore").replace("{", "{\"per\":\"task\","))
                .json();
        renew(other, 1_000_000);
        await().atMost(SOON).until(() -> seen("app-2").object("admission").count("parts") == 1_000_000);
        JsonObject volume =
                wire.get("/v1/nodes/dn1:9866").json().objects("volumes", 1).get(0);
        assertThat(volume.count("reservedBytesPerSecond"))
                .as("what the other one has, and all of the tenant's")
                .isLessThanOrEqualTo(24 * MIB);

        assertThat(wire.put("/v1/applications/app-2", "{\"reservationBytesPerSecond\":1048576}")
                        .json()
                        .object("admission")
                        .count("parts"))
                .as("for all of it")
                .isEqualTo(1);
    }

    private void renew(JsonObject registered, int tasks) throws Exception {
        assertThat(wire.post(
                                "/v1/applications/" + registered.text("application") + "/renewal",
                                "{\"secret\":\"" + registered.text("secret") + "\",\"executors\":9,\"tasks\":" + tasks
                                        + "}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatIsForOtherNodesThanBefore_isAskedForAnew() throws Exception {
        assertThat(register("app-1", "10m", "reject").status()).isEqualTo(201);
        Answer elsewhere = wire.put(
                "/v1/applications/app-1",
                "{\"admission\":\"reject\",\"reservationBytesPerSecond\":10485760,\"nodes\":[\"dn2:9866\"]}");
        assertThat(elsewhere.status()).isEqualTo(409);
        assertThat(elsewhere.json().text("bound")).isEqualTo("unknown");
        Answer here = wire.put(
                "/v1/applications/app-1",
                "{\"admission\":\"reject\",\"reservationBytesPerSecond\":10485760,\"nodes\":[\"dn1:9866\"]}");
        assertThat(here.status()).as(here.body()).isEqualTo(200);
        assertThat(here.json().object("admission").texts("nodes", 2)).containsExactly("dn1:9866");
        assertThat(here.json().count("reservationBytesPerSecond")).isEqualTo(10 * MIB);
    }

    @Test
    void whatCannotBe_isRefused_byName() throws Exception {
        for (Map.Entry<String, String> wrong : Map.of(
                        body("app-1", "10m", "maybe"), "queue, reject or ignore",
                        body("app-1", "19m", "queue"), "90 % of what the tenant gold has reserved, 18874368",
                        body("app-1", "1m", "queue").replace("}", ",\"nodes\":\"dn1\"}"), "nodes",
                        body("app-1", "1m", "queue").replace("}", ",\"nodes\":[\"no node\"]}"), "host:port",
                        body("app-1", "1m", "queue").replace("}", ",\"nodes\":[" + "\"n:1\",".repeat(2) + "3]}"),
                                "nodes")
                .entrySet()) {
            Answer answer = wire.post("/v1/applications", wrong.getKey());
            assertThat(answer.status()).as(wrong.getKey()).isEqualTo(422);
            assertThat(answer.body()).as(wrong.getKey()).contains(wrong.getValue());
        }
    }

    @Test
    void dryRun_saysWhatWouldBe() throws Exception {
        assertThat(register("app-1", "10m", "queue").status()).isEqualTo(201);
        Answer would = wire.post("/v1/applications?dryrun=true", body("app-2", "10m", "queue"));
        assertThat(would.json().text("remark")).contains("waits for room");
        assertThat(wire.post("/v1/applications?dryrun=true", body("app-2", "10m", "reject"))
                        .status())
                .isEqualTo(409);
        assertThat(wire.get("/v1/applications/app-2").status()).isEqualTo(404);
    }

    @Test
    void nextLeader_knowsWhoWaits_andWhoHasWhat() throws Exception {
        assertThat(register("app-1", "10m", "queue").status()).isEqualTo(201);
        assertThat(register("app-2", "10m", "queue").status()).isEqualTo(201);
        long since = seen("app-2").object("admission").count("since");
        Coordinator next = cluster.coordinator();
        coordinator.close();
        lead(TestCluster.leading(next));
        assertThat(state("app-1")).isEqualTo("admitted");
        assertThat(state("app-2")).isEqualTo("queued");
        assertThat(seen("app-2").object("admission").count("since")).isEqualTo(since);
        assertThat(register("app-3", "1m", "reject").status()).isEqualTo(409);
    }

    @Test
    void manyAtOnce_areAdmittedAsIfOneCameAfterTheOther() throws Exception {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            asked.add(wire.sendLater("POST", "/v1/applications", body("app-" + i, "5m", "reject")));
        }
        List<Integer> statuses =
                asked.stream().map(answer -> answer.join().status()).toList();
        assertThat(statuses).containsOnly(201, 409);
        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(3);
    }
}
