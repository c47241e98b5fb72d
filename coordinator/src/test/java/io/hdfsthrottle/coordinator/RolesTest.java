package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route with every credential: who is let in, and who is not. */
@Tag("slow")
public final class RolesTest {
    private static final String REPORT =
            "{\"node\":\"dn\",\"epoch\":0,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[]}";
    private static final String PAD = "-0123456789abcdef";
    private static final List<String> TOKENS = List.of("view", "register", "node", "admin");

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    /** A request to a route. */
    public record Call(String method, String path, String body) {}

    /** One call per route, with the roles that may make it; empty if every caller may. */
    private static final Map<Call, List<String>> CALLS = Map.ofEntries(
            Map.entry(new Call("GET", "/v1/status", null), List.of()),
            Map.entry(new Call("GET", "/v1/ready", null), List.of()),
            Map.entry(new Call("GET", "/openapi.yaml", null), List.of()),
            Map.entry(new Call("GET", "/", null), List.of()),
            Map.entry(new Call("GET", "/ui/app.js", null), List.of()),
            Map.entry(new Call("GET", "/metrics", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/tenants", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/tenants/default", null), List.of("view", "admin")),
            Map.entry(new Call("PUT", "/v1/tenants/gold", "{\"priority\":8}"), List.of("admin")),
            Map.entry(new Call("DELETE", "/v1/tenants/nobody", null), List.of("admin")),
            Map.entry(new Call("GET", "/v1/rules", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/rules/none", null), List.of("view", "admin")),
            Map.entry(new Call("PUT", "/v1/rules/r", "{\"match\":{},\"tenant\":\"default\"}"), List.of("admin")),
            Map.entry(new Call("DELETE", "/v1/rules/none", null), List.of("admin")),
            Map.entry(new Call("GET", "/v1/policy", null), List.of("view", "admin")),
            Map.entry(new Call("PUT", "/v1/policy?dryrun=true", "{\"tenants\":[],\"rules\":[]}"), List.of("admin")),
            Map.entry(new Call("GET", "/v1/applications", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/applications/none", null), List.of("view", "admin")),
            Map.entry(
                    new Call("POST", "/v1/applications?dryrun=true", "{\"application\":\"a\",\"user\":\"u\"}"),
                    List.of("register", "admin")),
            Map.entry(
                    new Call("POST", "/v1/applications/none/renewal", "{\"secret\":\"s\"}"),
                    List.of("register", "admin")),
            Map.entry(new Call("GET", "/v1/applications/none/replicas", null), List.of("view", "admin")),
            Map.entry(
                    new Call("POST", "/v1/applications/none/replicas", "{\"secret\":\"s\"}"),
                    List.of("register", "admin")),
            Map.entry(
                    new Call("POST", "/v1/applications/none/executors", "{\"secret\":\"s\",\"executors\":[]}"),
                    List.of("register", "admin")),
            Map.entry(new Call("DELETE", "/v1/applications/none", null), List.of("register", "admin")),
            Map.entry(new Call("POST", "/v1/epoch?dryrun=true", "{\"above\":4503599627370496}"), List.of("admin")),
            Map.entry(new Call("GET", "/v1/balance", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/events", null), List.of("view", "admin")),
            Map.entry(new Call("POST", "/v1/tokens", "{}"), List.of("a ticket")),
            Map.entry(new Call("POST", "/v1/tokens/renewal", "{\"token\":\"t\"}"), List.of("register", "admin")),
            Map.entry(new Call("DELETE", "/v1/tokens", "{\"token\":\"t\"}"), List.of("register", "admin")),
            Map.entry(new Call("GET", "/v1/revocations", null), List.of("view", "admin")),
            Map.entry(new Call("PUT", "/v1/revocations/none?dryrun=true", ""), List.of("admin")),
            Map.entry(new Call("DELETE", "/v1/revocations/none", null), List.of("admin")),
            Map.entry(new Call("GET", "/v1/nodes", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/nodes/dn", null), List.of("view", "admin")),
            Map.entry(new Call("GET", "/v1/nodes/node/grant?wire=3", null), List.of("node")),
            Map.entry(new Call("POST", "/v1/nodes/node/applications", "{\"applications\":[]}"), List.of("node")),
            Map.entry(new Call("POST", "/v1/nodes/node/usage", "{}"), List.of("node")));

    private static final long KEY_AGE_SECONDS = 60;

    @BeforeAll
    static void start() throws Exception {
        cluster = new TestCluster(folder);
        wire = leader(cluster, folder);
    }

    private static Wire leader(TestCluster cluster, Path folder) throws Exception {
        StringBuilder credentials = new StringBuilder();
        TOKENS.forEach(role -> credentials
                .append(role)
                .append(' ')
                .append(role)
                .append(" token=")
                .append(role)
                .append(PAD)
                .append('\n'));
        Path file = Files.writeString(folder.resolve("access"), credentials);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new Wire(cluster.leader("access.file", file.toString()));
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @Test
    void everyRoute_letsInTheRolesThatItNamesAndNobodyElse() throws Exception {
        assertThat(wrong(wire, CALLS)).isEmpty();
        assertThat(CALLS).hasSize(38);
    }

    /** The routes of a feature, with the roles that may call them, that let in others: on a coordinator of its own. */
    public static List<String> wrong(Path folder, Map<Call, List<String>> calls) throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            return wrong(leader(cluster, folder), calls);
        }
    }

    private static List<String> wrong(Wire wire, Map<Call, List<String>> calls) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<Call, List<String>> expected : calls.entrySet()) {
            Call call = expected.getKey();
            boolean isPublic = expected.getValue().isEmpty();
            for (String role : TOKENS) {
                int status = send(wire, call, "Bearer " + role + PAD).status();
                boolean in = status != 401 && status != 403;
                if (in != (isPublic || expected.getValue().contains(role))) {
                    wrong.add(call + " as " + role + ": " + status);
                }
            }
            int without = send(wire, call, null).status();
            if (isPublic ? without != 200 : without != 401) {
                wrong.add(call + " without a credential: " + without);
            }
            if (send(wire, call, "Bearer wrong" + PAD).status() != 401) {
                wrong.add(call + " with a wrong token is not refused");
            }
        }
        return wrong;
    }

    @Test
    void refusal_saysWhatIsNeededAndNothingOfTheToken() throws Exception {
        Answer anonymous = wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}");
        Answer viewer = wire.send("PUT", "/v1/tenants/gold", "{\"priority\":8}", "Authorization", "Bearer view" + PAD);

        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(anonymous.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(anonymous.body()).contains("the role admin");
        assertThat(viewer.status()).isEqualTo(403);
        assertThat(viewer.body())
                .contains("The credential view has not the role admin")
                .doesNotContain(PAD);
    }

    @Test
    void node_isLetInByItsSignature_forTheBodyThatItSigned() throws Exception {
        String path = "/v1/nodes/dn/usage";
        String signature = signed("dn", path, REPORT);

        assertThat(wire.send("POST", path, REPORT, "Authorization", signature).status())
                .isEqualTo(204);
        assertThat(wire.send("POST", path, REPORT.replace("pacing", "passing"), "Authorization", signature)
                        .status())
                .isEqualTo(401);
        assertThat(wire.send("POST", "/v1/nodes/other/usage", REPORT, "Authorization", signature)
                        .status())
                .isEqualTo(401);
    }

    private static String signed(String host, String path, String body) throws Exception {
        SigningKeys keys = SigningKeys.parse(Files.readAllLines(folder.resolve("signing.keys")));
        long now = System.currentTimeMillis() / 1_000;
        byte[] sent = body.getBytes(StandardCharsets.UTF_8);
        return NodeSignature.of(
                        keys.nodeKey("default", host, now - KEY_AGE_SECONDS), "default", "POST", path, sent, now)
                .toString();
    }

    @Test
    void nodeWithItsOwnKey_reportsAsNoOtherNode() throws Exception {
        String path = "/v1/nodes/dn/usage";

        Answer other = wire.send("POST", path, REPORT, "Authorization", signed("dn2", path, REPORT));

        assertThat(other.status()).isEqualTo(403);
        assertThat(other.body()).contains("node dn2", "speaks for a node of its own name only");
        for (String each : List.of("/v1/nodes/dn/applications", "/v1/nodes/dn:9866/usage")) {
            assertThat(wire.send("POST", each, REPORT, "Authorization", signed("dn2", each, REPORT))
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void revokedKey_isRefused_untilTheRevocationIsTakenBack() throws Exception {
        String path = "/v1/nodes/dn9/usage";
        String report = REPORT.replace("\"dn\"", "\"dn9\"");
        String admin = "Bearer admin" + PAD;

        Answer revoked = wire.send("PUT", "/v1/revocations/dn9", "", "Authorization", admin);
        assertThat(revoked.status()).isEqualTo(200);
        Answer refused = wire.send("POST", path, report, "Authorization", signed("dn9", path, report));
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body()).contains("was revoked", "hdfs-throttle node-key dn9");
        assertThat(wire.send("GET", "/v1/revocations", "", "Authorization", admin)
                        .body())
                .contains("\"host\":\"dn9\"");

        assertThat(wire.send("DELETE", "/v1/revocations/dn9", "", "Authorization", admin)
                        .status())
                .isEqualTo(204);
        assertThat(wire.send("POST", path, report, "Authorization", signed("dn9", path, report))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void revokedKey_isRefusedByTheNextLeader_too() throws Exception {
        String path = "/v1/nodes/dn9/usage";
        String report = REPORT.replace("\"dn\"", "\"dn9\"");
        try (TestCluster other = new TestCluster(folder)) {
            Wire first = leader(other, folder);
            Coordinator next =
                    other.coordinator("access.file", folder.resolve("access").toString());
            assertThat(first.send("PUT", "/v1/revocations/dn9", "", "Authorization", "Bearer admin" + PAD)
                            .status())
                    .isEqualTo(200);

            other.depose();

            Answer refused = new Wire(TestCluster.leading(next))
                    .send("POST", path, report, "Authorization", signed("dn9", path, report));
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.body()).contains("was revoked");
        }
    }

    private static Answer send(Wire wire, Call call, String authorization) throws Exception {
        return authorization == null
                ? wire.send(call.method(), call.path(), call.body())
                : wire.send(call.method(), call.path(), call.body(), "Authorization", authorization);
    }
}
