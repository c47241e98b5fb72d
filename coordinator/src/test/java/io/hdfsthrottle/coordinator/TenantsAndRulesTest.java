package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tenants and rules over REST, with a real server and a real ZooKeeper. */
@Tag("slow")
final class TenantsAndRulesTest {

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    @BeforeAll
    static void build() throws Exception {
        cluster = new TestCluster(folder);
        // All of these tests are one caller, which makes more changes a second than the default limit allows.
        wire = new Wire(cluster.leader("limits.requests.per.second", "4000"));
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    @AfterEach
    void empty() throws Exception {
        for (JsonObject application : wire.get("/v1/applications").json().objects("applications", 100)) {
            wire.delete("/v1/applications/" + application.text("application"));
        }
        for (JsonObject rule : wire.get("/v1/rules").json().objects("rules", 100)) {
            wire.delete("/v1/rules/" + rule.text("rule"));
        }
        for (JsonObject tenant : wire.get("/v1/tenants").json().objects("tenants", 100)) {
            wire.delete("/v1/tenants/" + tenant.text("tenant"));
        }
    }

    @Test
    void tenant_isCreatedChangedAndDeleted() throws Exception {
        Answer created = wire.put(
                "/v1/tenants/gold",
                "{\"priority\":8,\"reservationBytesPerSecond\":20971520,\"limitBytesPerSecond\":104857600}");
        Answer changed = wire.put("/v1/tenants/gold", "{\"priority\":9}");
        Answer read = wire.get("/v1/tenants/gold");
        Answer deleted = wire.delete("/v1/tenants/gold");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body())
                .isEqualTo(
                        "{\"tenant\":\"gold\",\"priority\":8,\"reservationBytesPerSecond\":20971520,\"limitBytesPerSecond\":104857600,"
                                + "\"shortCircuit\":\"tcp\",\"builtIn\":false}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(read.body())
                .isEqualTo(
                        "{\"tenant\":\"gold\",\"priority\":9,\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":null,"
                                + "\"shortCircuit\":\"tcp\",\"builtIn\":false}");
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(wire.get("/v1/tenants/gold").status()).isEqualTo(404);
        assertThat(wire.delete("/v1/tenants/gold").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dryRun=true",
                "dry-run=true",
                "dry_run",
                "dryrun=false&dryrun=true",
                "dryrun=true&dryrun=true",
                "dryrun=true&force=true",
                "dryrun=yes"
            })
    void changeWithAQueryThatIsMisspeltOrRepeated_isRefused_andNotMade(String query) throws Exception {
        wire.put("/v1/tenants/gold", "{\"priority\":8}");

        Answer put = wire.put("/v1/tenants/gold?" + query, "{\"priority\":9}");
        Answer deleted = wire.delete("/v1/tenants/gold?" + query);
        Answer posted = wire.post("/v1/applications?" + query, "{\"application\":\"app-1\",\"user\":\"u\"}");

        assertThat(List.of(put, deleted, posted)).extracting(Answer::status).containsOnly(422);
        assertThat(put.body()).contains("dryrun");
        assertThat(wire.get("/v1/tenants/gold").json().count("priority")).isEqualTo(8);
        assertThat(wire.get("/v1/applications/app-1").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/events?sinse=7, sinse, since",
        "/v1/tenants?LIMIT=1, LIMIT, limit",
        "/v1/tenants?dryrun=true, dryrun, anybody",
        "/v1/history?form=1&step=60, form, from",
        "/v1/rules?limit=1&limit=2, more than one limit, 'limit, once'",
        "/v1/tenants?anybody=true&anybody=true, more than one anybody, 'anybody, once'",
        "/v1/status?limit=1, limit, nothing",
        "/v1/nodes/dn/grant?wire=3&wire=3, more than one wire, 'wire, once'"
    })
    void questionWithAQueryThatIsMisspeltOrRepeated_isRefused_withTheNearestOne(
            String question, String value, String nearest) throws Exception {
        Answer refused = wire.get(question);

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().text("value")).isEqualTo(value);
        assertThat(refused.json().texts("permitted", 10)).first().isEqualTo(nearest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/tenants?limit=1&&anybody=true&",
                "/v1/nodes?anybody=true",
                "/v1/status?",
                "/v1/nodes/dn/grant?wire=3&ofANewerNode=1",
                "/?utm=1",
                "/ui/app.js?v=2",
                "/metrics?v=2"
            })
    void queryThatMisleadsNobody_isAnswered(String question) throws Exception {
        assertThat(wire.get(question).status()).isEqualTo(200);
    }

    @Test
    void refusalOfARuleOrTenantThatIsNot_saysWhichThereAre() throws Exception {
        wire.put("/v1/rules/etl", "{\"match\":{\"user\":\"etl-*\"},\"tenant\":\"default\"}");

        assertThat(wire.get("/v1/rules/elt").body()).contains("There is no rule elt; there are etl\"");
        assertThat(wire.delete("/v1/tenants/defalt").body()).contains("There is no tenant defalt; there are default, ");
        assertThat(wire.put("/v1/rules/r", "{\"match\":{\"group\":\"domain users\"},\"tenant\":\"default\"}")
                        .body())
                .contains("domain?users");
    }

    @Test
    void tenantThatMayReadPastDataNodes_isToldToItsApplicationsAndToNodes() throws Exception {
        Answer created = wire.put("/v1/tenants/gold", "{\"priority\":8,\"shortCircuit\":\"free\"}");
        Answer registered = wire.post("/v1/applications", "{\"application\":\"a\",\"user\":\"u\",\"tenant\":\"gold\"}");
        String secret = registered.json().text("secret");
        Answer granted = wire.get("/v1/nodes/dn/grant?wire=3");
        Answer refused = wire.put("/v1/tenants/gold", "{\"priority\":8,\"shortCircuit\":\"FREE\"}");
        Answer taken = wire.put("/v1/tenants/gold", "{\"priority\":8}");
        Answer renewed = wire.post("/v1/applications/a/renewal", "{\"secret\":\"" + secret + "\"}");

        assertThat(created.json().text("shortCircuit")).isEqualTo("free");
        assertThat(registered.json().text("shortCircuit")).isEqualTo("free");
        assertThat(granted.body()).containsOnlyOnce("\"shortCircuit\":\"free\"");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("\"field\":\"shortCircuit\"", "\"permitted\":[\"tcp or free\"]");
        assertThat(taken.json().text("shortCircuit")).isEqualTo("tcp");
        assertThat(renewed.json().text("shortCircuit")).isEqualTo("tcp");
        assertThat(wire.send("DELETE", "/v1/applications/a", "{\"secret\":\"" + secret + "\"}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void tenants_areListedWithTheBuiltInOnes() throws Exception {
        assertThat(wire.get("/v1/tenants").body())
                .isEqualTo("{\"tenants\":["
                        + builtIn("default", 1) + ","
                        + builtIn("hdfs.balancer", 1) + ","
                        + builtIn("hdfs.reconstruction", 10) + ","
                        + builtIn("hdfs.recovery", 10) + ","
                        + builtIn("hdfs.replication", 10)
                        + "],\"defaultTenant\":\"default\",\"next\":null}");
    }

    private static String builtIn(String tenant, int priority) {
        return "{\"tenant\":\"" + tenant + "\",\"priority\":" + priority
                + ",\"reservationBytesPerSecond\":0,\"limitBytesPerSecond\":null,\"shortCircuit\":\"tcp\",\"builtIn\":true}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "hdfs.balancer", "hdfs.reconstruction", "hdfs.recovery", "hdfs.replication"})
    void builtInTenant_canBeChangedButNotDeleted(String tenant) throws Exception {
        Answer changed = wire.put("/v1/tenants/" + tenant + "?dryrun=true", "{\"priority\":7}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.body()).startsWith(builtIn(tenant, 7).replace('}', ','));
        assertThat(wire.delete("/v1/tenants/" + tenant).status()).isEqualTo(409);
    }

    @Test
    void change_holdsOnlyIfItIsStillWhatWasSeen() throws Exception {
        Answer created = wire.put("/v1/tenants/gold", "{\"priority\":8}", "If-None-Match", "*");
        String seen = created.header("ETag");
        Answer first = wire.put("/v1/tenants/gold", "{\"priority\":9}", "If-Match", "\"other\", " + seen);
        Answer second = wire.put("/v1/tenants/gold", "{\"priority\":10}", "If-Match", seen);

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(412);
        assertThat(wire.get("/v1/tenants/gold").header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":9}", "If-None-Match", "*")
                        .status())
                .isEqualTo(412);
        assertThat(wire.put("/v1/tenants/new", "{\"priority\":9}", "If-Match", "*")
                        .status())
                .isEqualTo(412);
        assertThat(wire.delete("/v1/tenants/gold", "If-Match", seen).status()).isEqualTo(412);
        assertThat(wire.delete("/v1/tenants/gold", "If-Match", "*").status()).isEqualTo(204);
    }

    @Test
    void dryRun_answersAsTheChangeAndChangesNothing() throws Exception {
        List<String> before = state();

        assertThat(wire.put("/v1/tenants/gold?dryrun=true", "{\"priority\":8}").status())
                .isEqualTo(201);
        assertThat(wire.put("/v1/tenants/gold?dryrun=true", "{\"priority\":800}")
                        .status())
                .isEqualTo(422);
        assertThat(wire.put("/v1/rules/r?dryrun=true", "{\"match\":{},\"tenant\":\"default\"}")
                        .status())
                .isEqualTo(201);
        assertThat(wire.post("/v1/applications?dryrun=true", "{\"application\":\"a\",\"user\":\"u\"}")
                        .status())
                .isEqualTo(201);
        assertThat(wire.delete("/v1/tenants/default?dryrun=true").status()).isEqualTo(409);

        assertThat(state()).isEqualTo(before);
    }

    /** What can be changed, as it is stored; grants follow soon afterwards. */
    private List<String> state() throws Exception {
        List<String> state = new ArrayList<>();
        for (String what : List.of("tenants", "rules", "applications")) {
            state.add(wire.get("/v1/" + what).body());
        }
        return state;
    }

    @Test
    void rule_isCreatedMovedAndDeleted() throws Exception {
        wire.put("/v1/tenants/bronze", "{\"priority\":2}");
        Answer created = wire.put(
                "/v1/rules/etl",
                "{\"match\":{\"user\":\"etl-*\",\"address\":\"10.1.0.0/16\",\"claims\":\"gold\"},\"tenant\":\"bronze\"}");
        wire.put("/v1/rules/all", "{\"match\":{\"user\":\"*\"},\"tenant\":\"default\"}");
        Answer moved = wire.put("/v1/rules/all", "{\"position\":1,\"match\":{\"user\":\"*\"},\"tenant\":\"default\"}");

        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body())
                .isEqualTo(
                        "{\"rule\":\"etl\",\"position\":1,\"match\":{\"user\":\"etl-*\",\"group\":null,\"application\":null,"
                                + "\"applicationName\":null,\"claims\":\"gold\",\"address\":\"10.1.0.0/16\",\"operation\":null,"
                                + "\"clientName\":null,\"pool\":null},\"tenant\":\"bronze\"}");
        assertThat(moved.json().count("position")).isEqualTo(1);
        assertThat(wire.get("/v1/rules/etl").json().count("position")).isEqualTo(2);
        assertThat(wire.delete("/v1/tenants/bronze").status()).isEqualTo(409);
        assertThat(wire.delete("/v1/rules/etl").status()).isEqualTo(204);
        assertThat(wire.delete("/v1/tenants/bronze").status()).isEqualTo(204);
    }

    @Test
    void refusal_changesNothing() throws Exception {
        wire.put("/v1/tenants/gold", "{\"priority\":8}");
        List<String> before = state();

        Answer refused = wire.put(
                "/v1/tenants/gold",
                "{\"priority\":9,\"reservationBytesPerSecond\":2097152,\"limitBytesPerSecond\":1048576}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(refused.json().text("field")).isEqualTo("reservationBytesPerSecond");
        assertThat(refused.json().text("value")).isEqualTo("2097152");
        assertThat(refused.body()).contains("\"permitted\":[\"a rate up to the limit, 1048576\"]");
        assertThat(state()).isEqualTo(before);
    }

    @Test
    void applicationWithATenantThatIsNot_isToldWhichThereAre() throws Exception {
        wire.put("/v1/tenants/gold", "{\"priority\":8}");

        Answer refused =
                wire.post("/v1/applications", "{\"application\":\"a\",\"user\":\"alice\",\"tenant\":\"goldd\"}");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.json().text("field")).isEqualTo("tenant");
        assertThat(refused.json().text("value")).isEqualTo("goldd");
        assertThat(refused.body()).contains("\"permitted\":[\"default\",\"gold\"]");
        assertThat(wire.get("/v1/applications").body()).isEqualTo("{\"applications\":[],\"next\":null}");
    }

    @Test
    void ruleForWhatOnlyNodesSee_isLeftToThem_andTheGrantSaysWhichRuleDecidedElse() throws Exception {
        wire.put("/v1/tenants/bronze", "{\"priority\":2}");
        for (String rule : List.of(
                "loads {\"applicationName\":\"Nightly*\",\"operation\":\"write\"} bronze",
                "hbase {\"clientName\":\"DFSClient_hb_rs_*\"} bronze",
                "analysts {\"group\":\"analysts\"} bronze",
                "alice {\"user\":\"alice\"} default",
                "late {\"group\":\"analysts\"} bronze")) {
            String[] parts = rule.split(" ", -1);
            assertThat(wire.put("/v1/rules/" + parts[0], "{\"match\":" + parts[1] + ",\"tenant\":\"" + parts[2] + "\"}")
                            .status())
                    .isEqualTo(201);
        }
        String secret = wire.post(
                        "/v1/applications", "{\"application\":\"a\",\"user\":\"alice\",\"name\":\"Nightly ETL\"}")
                .json()
                .text("secret");

        assertThat(wire.post("/v1/nodes/dn/applications", "{\"applications\":[\"a\"]}")
                        .body())
                .contains("\"rule\":\"alice\",\"undecided\":[\"loads\",\"analysts\"]");
        assertThat(wire.get("/v1/nodes/dn/grant?wire=3").body())
                .contains("\"match\":{\"clientName\":\"DFSClient_hb_rs_*\"}");
        assertThat(wire.send("DELETE", "/v1/applications/a", "{\"secret\":\"" + secret + "\"}")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void rules_areListedWithHowOftenTheyDecidedOnAllNodes_andTheirTagsStayTheSame() throws Exception {
        wire.put("/v1/rules/used", "{\"match\":{\"user\":\"*\"},\"tenant\":\"default\"}");
        wire.put("/v1/rules/never", "{\"match\":{\"user\":\"nobody\"},\"tenant\":\"default\"}");
        String tag = wire.get("/v1/rules/used").header("ETag");
        for (String node : List.of("dn1", "dn2")) {
            assertThat(wire.post(
                                    "/v1/nodes/" + node + "/usage",
                                    "{\"node\":\"" + node
                                            + "\",\"epoch\":1,\"sequence\":1,\"state\":\"pacing\",\"volumes\":[],"
                                            + "\"rules\":[{\"rule\":\"used\",\"hits\":3,\"agoMillis\":0},"
                                            + "{\"rule\":\"deleted\",\"hits\":1,\"agoMillis\":0}]}")
                            .status())
                    .isEqualTo(204);
        }

        List<JsonObject> rules = wire.get("/v1/rules").json().objects("rules", 2);
        assertThat(rules.get(0).count("hits")).isEqualTo(6);
        assertThat(rules.get(0).count("lastHitAgoMillis")).isLessThan(60_000);
        assertThat(rules.get(1).count("hits")).isZero();
        assertThat(rules.get(1).optionalCount("lastHitAgoMillis")).isEmpty();
        assertThat(wire.get("/v1/rules/used").header("ETag")).isEqualTo(tag);
    }
}
