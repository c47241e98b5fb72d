package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only its registrant renews, moves or ends an application, whatever other callers have seen of it. */
@Tag("slow")
final class OwnershipTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.writeString(
                folder.resolve("access"),
                "all register token=" + TOKEN + "-a\nbob register user=bob token=" + TOKEN
                        + "-b\netl register tenant=etl token=" + TOKEN + "-c\nroot admin token=" + TOKEN + "-d\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        cluster = new TestCluster(folder);
        wire = new Wire(cluster.leader("access.file", file.toString(), "claims.unverified", "refuse"));
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":8}", "Authorization", "Bearer " + TOKEN + "-d")
                        .status())
                .isEqualTo(201);
        assertThat(wire.put(
                                "/v1/rules/bobs",
                                "{\"match\":{\"user\":\"bob\"},\"tenant\":\"etl\"}",
                                "Authorization",
                                "Bearer " + TOKEN + "-d")
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static Answer as(String who, String method, String path, String body) throws Exception {
        return wire.send(method, path, body, "Authorization", "Bearer " + TOKEN + who);
    }

    private static Answer register(String who, String members) throws Exception {
        return as(who, "POST", "/v1/applications", "{" + members + "}");
    }

    private static JsonObject registered(String who, String members) throws Exception {
        Answer answer = register(who, members);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }

    @Test
    void strangerWithTheSameRole_neitherRegistersRenewsNorEndsIt() throws Exception {
        JsonObject mine = registered("-a", "\"application\":\"app-1\",\"user\":\"alice\"");
        String secret = "{\"secret\":\"" + mine.text("secret") + "\"}";
        String wrong = "{\"secret\":\"" + mine.text("tag") + "\"}";

        assertThat(register("-a", "\"application\":\"app-1\",\"user\":\"alice\"")
                        .status())
                .isEqualTo(409);
        assertThat(as("-a", "POST", "/v1/applications/app-1/renewal", wrong).status())
                .isEqualTo(403);
        assertThat(as("-a", "DELETE", "/v1/applications/app-1", wrong).status()).isEqualTo(403);
        assertThat(as("-a", "DELETE", "/v1/applications/app-1", null).status()).isEqualTo(403);

        assertThat(as("-a", "POST", "/v1/applications/app-1/renewal", secret).status())
                .isEqualTo(200);
        assertThat(as("-a", "DELETE", "/v1/applications/app-1", secret).status())
                .isEqualTo(204);
    }

    @Test
    void secretInABodyOfUnknownLength_counts() throws Exception {
        JsonObject mine = registered("-a", "\"application\":\"app-chunked\",\"user\":\"alice\"");
        String secret = "{\"secret\":\"" + mine.text("secret") + "\"}";

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port())) {
            String request = "DELETE /v1/applications/app-chunked HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Bearer " + TOKEN + "-a\r\nContent-Type: application/json\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + Integer.toHexString(secret.length()) + "\r\n" + secret + "\r\n0\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 204");
        }
    }

    @Test
    void administrator_endsAnything() throws Exception {
        JsonObject unused = registered("-a", "\"application\":\"app-2\",\"user\":\"alice\"");

        assertThat(as("-d", "DELETE", "/v1/applications/app-2", null).status()).isEqualTo(204);
    }

    @Test
    void secret_isToldToTheRegistrantAlone() throws Exception {
        JsonObject mine = registered("-a", "\"application\":\"app-3\",\"user\":\"alice\"");

        for (String path : new String[] {"/v1/applications", "/v1/applications/app-3"}) {
            assertThat(as("-d", "GET", path, null).body()).contains("app-3").doesNotContain(mine.text("secret"));
        }
    }

    @Test
    void endedApplication_isKnownAgainByItsSecret() throws Exception {
        JsonObject mine = registered("-a", "\"application\":\"app-4\",\"user\":\"alice\"");
        assertThat(as("-d", "DELETE", "/v1/applications/app-4", null).status()).isEqualTo(204);
        await().until(() -> System.currentTimeMillis() / 1_000 > mine.count("notBefore")); // its second is over
        JsonObject thief = registered("-a", "\"application\":\"app-4\",\"user\":\"mallory\"");

        Answer again = register(
                "-a",
                "\"application\":\"app-4\",\"user\":\"alice\",\"notBefore\":" + mine.count("notBefore")
                        + ",\"secret\":\"" + mine.text("secret") + "\"");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.json().text("tag")).isEqualTo(mine.text("tag"));
        assertThat(as("-a", "POST", "/v1/applications/app-4/renewal", "{\"secret\":\"" + thief.text("secret") + "\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void wrongProof_isRefused() throws Exception {
        JsonObject mine = registered("-a", "\"application\":\"app-5\",\"user\":\"alice\"");

        for (String forged : new String[] {
            "\"application\":\"app-5\",\"user\":\"mallory\",\"notBefore\":" + mine.count("notBefore"),
            "\"application\":\"app-6\",\"user\":\"alice\",\"notBefore\":" + mine.count("notBefore"),
            "\"application\":\"app-5\",\"user\":\"alice\",\"notBefore\":" + (mine.count("notBefore") - 1)
        }) {
            assertThat(register("-a", forged + ",\"secret\":\"" + mine.text("secret") + "\"")
                            .status())
                    .as(forged)
                    .isEqualTo(403);
        }
    }

    @Test
    void credentialOfAUser_registersThatUserVerified_andNobodyElse() throws Exception {
        assertThat(register("-b", "\"application\":\"app-7\",\"user\":\"alice\"")
                        .status())
                .isEqualTo(403);

        assertThat(registered("-b", "\"application\":\"app-7\",\"user\":\"bob\"")
                        .text("tenant"))
                .isEqualTo("etl");
        assertThat(as("-d", "GET", "/v1/applications/app-7", null).json().flag("verified"))
                .isTrue();
    }

    @Test
    void ruleForAUser_doesNotMatchWhoeverSaysSo() throws Exception {
        assertThat(registered("-a", "\"application\":\"app-8\",\"user\":\"bob\"")
                        .text("tenant"))
                .isEqualTo("default");
    }

    @Test
    void credentialOfATenant_registersForThatTenantOnly() throws Exception {
        assertThat(register("-c", "\"application\":\"app-9\",\"user\":\"alice\",\"tenant\":\"default\"")
                        .status())
                .isEqualTo(403);

        assertThat(registered("-c", "\"application\":\"app-9\",\"user\":\"alice\"")
                        .text("tenant"))
                .isEqualTo("etl");
    }

    @Test
    void dryRun_refusesWhatTheActRefuses() throws Exception {
        JsonObject unused = registered("-a", "\"application\":\"app-10\",\"user\":\"alice\"");

        assertThat(as("-a", "POST", "/v1/applications?dryrun=true", "{\"application\":\"app-10\",\"user\":\"alice\"}")
                        .status())
                .isEqualTo(409);
    }

    @Test
    void foreignHost_isRefusedOnTheLoopbackAddress() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port())) {
            socket.getOutputStream()
                    .write("GET /v1/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 403").contains("unknown-host");
        }
    }
}
