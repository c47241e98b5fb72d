package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is sent, the answer is a problem document, and neither policy nor applications change. */
@Tag("slow")
final class HostileInputTest {
    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Coordinator coordinator;
    private static Wire wire;
    private static String grant;

    @BeforeAll
    static void build() throws Exception {
        cluster = new TestCluster(folder);
        coordinator = cluster.leader();
        wire = new Wire(coordinator);
        grant = wire.get("/v1/nodes/dn/grant?wire=3").body();
    }

    @AfterAll
    static void tearDown() throws Exception {
        cluster.close();
    }

    @AfterEach
    void nothingChanged() throws Exception {
        assertThat(wire.get("/v1/nodes/dn/grant?wire=3").body()).isEqualTo(grant);
        assertThat(wire.get("/v1/nodes").body()).isEqualTo("{\"nodes\":[],\"next\":null}");
    }

    private static void isProblem(Answer answer, int status) throws Exception {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        JsonObject problem = answer.json();
        assertThat(problem.text("type")).startsWith("urn:hdfs-throttle:problem:");
        assertThat(problem.count("status")).isEqualTo(status);
        assertThat(problem.text("title")).isNotBlank();
        assertThat(problem.text("detail")).isNotBlank().doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                     | priority",
                "{\"priority\":null}                    | priority",
                "{\"priority\":0}                       | priority",
                "{\"priority\":101}                     | priority",
                "{\"priority\":-1}                      | priority",
                "{\"priority\":8.5}                     | priority",
                "{\"priority\":1e1}                     | priority",
                "{\"priority\":\"8\"}                   | priority",
                "{\"priority\":99999999999999999999}    | priority",
                "{\"priority\":[8]}                     | priority",
                "{\"priority\":8,\"limitBytesPerSecond\":\"fast\"}    | limitBytesPerSecond",
                "{\"priority\":8,\"limitBytesPerSecond\":\"10Mb\"}    | limitBytesPerSecond",
                "{\"priority\":8,\"limitBytesPerSecond\":-1}          | limitBytesPerSecond",
                "{\"priority\":8,\"limitBytesPerSecond\":1.5}         | limitBytesPerSecond",
                "{\"priority\":8,\"limitBytesPerSecond\":99999999999999999999}| limitBytesPerSecond",
                "{\"priority\":8,\"limitBytesPerSecond\":{}}          | limitBytesPerSecond",
                "{\"priority\":8,\"reservationBytesPerSecond\":true}  | reservationBytesPerSecond",
                "{\"priority\":8,\"weight\":3}          | weight",
                "{\"priority\":8,\"__proto__\":{}}      | __proto__",
                "{\"@class\":\"java.net.URL\",\"priority\":8} | @class"
            })
    void tenant_isRefusedNamingTheField(String body, String field) throws Exception {
        Answer answer = wire.put("/v1/tenants/gold", body);

        isProblem(answer, 422);
        assertThat(answer.json().text("field")).isEqualTo(field);
        assertThat(answer.json().text("value")).isNotEmpty();
        assertThat(answer.body()).contains("\"permitted\":[");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"match\":{}}                                              | tenant",
                "{\"tenant\":\"default\"}                                    | match",
                "{\"match\":[],\"tenant\":\"default\"}                       | match",
                "{\"match\":{\"user\":\"a b\"},\"tenant\":\"default\"}       | match.user",
                "{\"match\":{\"user\":7},\"tenant\":\"default\"}             | match.user",
                "{\"match\":{\"queue\":\"a\"},\"tenant\":\"default\"}         | match.queue",
                "{\"match\":{\"group\":\"a'b\"},\"tenant\":\"default\"}      | match.group",
                "{\"match\":{\"operation\":\"*\"},\"tenant\":\"default\"}    | match.operation",
                "{\"match\":{\"clientName\":\"a\\n\"},\"tenant\":\"default\"} | match.clientName",
                "{\"match\":{\"address\":\"10/8\"},\"tenant\":\"default\"}   | match.address",
                "{\"match\":{},\"tenant\":\"nobody\"}                        | tenant",
                "{\"match\":{},\"tenant\":\"../..\"}                         | tenant",
                "{\"position\":0,\"match\":{},\"tenant\":\"default\"}        | position",
                "{\"position\":2,\"match\":{},\"tenant\":\"default\"}        | position",
                "{\"position\":\"1\",\"match\":{},\"tenant\":\"default\"}    | position"
            })
    void rule_isRefusedNamingTheField(String body, String field) throws Exception {
        Answer answer = wire.put("/v1/rules/etl", body);

        isProblem(answer, 422);
        assertThat(answer.json().text("field")).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"user\":\"alice\"}                                           | application",
                "{\"application\":\"a b\",\"user\":\"alice\"}                   | application",
                "{\"application\":\"../x\",\"user\":\"alice\"}                  | application",
                "{\"application\":\"a\"}                                        | user",
                "{\"application\":\"a\",\"user\":\"\"}                          | user",
                "{\"application\":\"a\",\"user\":\"al ice\"}                    | user",
                "{\"application\":\"a\",\"user\":\"al\\nice\"}                  | user",
                "{\"application\":\"a\",\"user\":\"al\\u0000ice\"}              | user",
                "{\"application\":\"a\",\"user\":\"\\u202eecila\"}              | user",
                "{\"application\":\"a\",\"user\":\"u\",\"tenant\":\"no\"}       | tenant",
                "{\"application\":\"a\",\"user\":\"u\",\"tenant\":\"a/b\"}      | tenant",
                "{\"application\":\"a\",\"user\":\"u\",\"tenant\":\"hdfs.replication\"} | tenant",
                "{\"application\":\"a\",\"user\":\"u\",\"tag\":\"x\"}           | tag"
            })
    void application_isRefusedNamingTheField(String body, String field) throws Exception {
        Answer answer = wire.post("/v1/applications", body);

        isProblem(answer, 422);
        assertThat(answer.json().text("field")).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "7",
                "null",
                "\"x\"",
                "{",
                "{\"priority\":8}}",
                "{\"priority\":8,\"priority\":9}",
                "{priority:8}",
                "{\"priority\":NaN}",
                "\u0000"
            })
    void bodyThatIsNoJson_isRefused(String body) throws Exception {
        isProblem(wire.put("/v1/tenants/gold", body), 400);
    }

    @Test
    void deepBody_isRefused() throws Exception {
        isProblem(wire.put("/v1/tenants/gold", "{\"priority\":".repeat(5_000)), 400);
        isProblem(wire.put("/v1/tenants/gold", "{\"a\":" + "[".repeat(30_000)), 400);
    }

    @Test
    void largeBody_isRefused() throws Exception {
        String padding = " ".repeat(64 * 1024);
        isProblem(wire.put("/v1/tenants/gold", "{\"priority\":8" + padding + "}"), 413);
        isProblem(wire.post("/v1/nodes/dn/usage", "{" + " ".repeat(1 << 20) + "}"), 413);
        isProblem(wire.put("/v1/tenants/gold", "{\"priority\":" + "9".repeat(60_000) + "}"), 400);
    }

    @Test
    void bodyThatIsNotDeclaredAsJson_isRefused() throws Exception {
        isProblem(wire.put("/v1/tenants/gold", "{\"priority\":8}", "Content-Type", "text/plain"), 415);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-gold",
                ".gold",
                "go%20ld",
                "g%00",
                "%E2%80%AEg",
                "g%0A",
                "hdfs.mine",
                "%3Cscript%3E",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void tenantWithAHostileName_isRefused(String name) throws Exception {
        Answer answer = wire.put("/v1/tenants/" + name, "{\"priority\":8}");

        assertThat(answer.status()).isIn(400, 422);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.body().chars().allMatch(c -> c >= ' ' && c != 0x202e)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"applications\":7}",
                "{\"applications\":[7]}",
                "{\"applications\":[\"\"]}",
                "{\"applications\":[\"../etc\"]}",
                "{\"applications\":[\"a b\"]}",
                "[]",
                "nonsense"
            })
    void questionForImpossibleApplications_isRefused(String body) throws Exception {
        isProblem(wire.post("/v1/nodes/dn/applications", body), 400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epoch=-1",
                "epoch=x",
                "sequence=1.5",
                "waitSeconds=61",
                "waitSeconds=-1",
                "waitSeconds=",
                "termsEpoch=-1",
                "termsSequence=x",
                "applications=-1"
            })
    void grantWithAnImpossibleQuery_isRefused(String query) throws Exception {
        isProblem(wire.get("/v1/nodes/dn/grant?wire=3&" + query), 422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"node\":\"dn\"}",
                "{\"node\":\"dn\",\"epoch\":-1,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[]}",
                "{\"node\":\"dn\",\"epoch\":1,\"sequence\":0,\"state\":\"pacing\",\"volumes\":7}",
                "{\"node\":\"dn\",\"epoch\":1,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[{\"volume\":\"v\","
                        + "\"tenants\":[{\"tenant\":\"../x\",\"weight\":1,\"bytes\":1,\"bytesPerSecond\":1,"
                        + "\"entitlementBytesPerSecond\":1,\"backlogged\":true,\"waitedMillis\":1}]}]}"
            })
    void usageReportThatIsNone_isRefused(String body) throws Exception {
        isProblem(wire.post("/v1/nodes/dn/usage", body), 400);
    }

    @Test
    void reportForAnotherNode_isRefused() throws Exception {
        isProblem(
                wire.post(
                        "/v1/nodes/dn1/usage",
                        "{\"node\":\"dn2\",\"epoch\":1,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[]}"),
                422);
    }

    @Test
    void pathThatIsNone_isAProblemDocumentToo() throws Exception {
        isProblem(wire.get("/none"), 404);
        isProblem(wire.get("/v1"), 404);
        isProblem(wire.get("/v1/tenants/gold/more"), 404);
        isProblem(wire.send("PATCH", "/v1/tenants/gold", "{}"), 405);
        isProblem(wire.send("POST", "/v1/tenants", "{\"priority\":8}"), 405);
        Answer ambiguous = wire.get("/v1/nodes/..%2f..%2fetc");
        assertThat(ambiguous.status()).isIn(400, 404, 422);
        assertThat(ambiguous.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void anyBytes_areAnsweredWithoutAnErrorOfOurs() throws Exception {
        Random random = new Random(20_261_120);
        String seed = "{\"priority\":8,\"reservationBytesPerSecond\":20971520,\"limitBytesPerSecond\":104857600}";
        for (int round = 0; round < 300; round++) {
            StringBuilder body = new StringBuilder(seed);
            for (int edit = 1 + random.nextInt(4); edit > 0; edit--) {
                body.setCharAt(random.nextInt(body.length()), (char) (1 + random.nextInt(0x2fff)));
            }
            Answer answer = wire.put("/v1/tenants/gold?dryrun=true", body.toString());
            assertThat(answer.status()).as(body.toString()).isIn(201, 400, 422);
        }
    }

    @Test
    void bytesThatAreNoHttp_doNotStopTheServer() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), coordinator.url().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write("\u0016\u0003\u0001 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("Jetty");
        }
        assertThat(wire.get("/v1/status").status()).isEqualTo(200);
    }
}
