package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that speaks TLS and authenticates some callers by their certificates. */
@Tag("slow")
final class TlsTest {
    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static TestAuthority authority;
    private static Coordinator coordinator;

    @BeforeAll
    static void start() throws Exception {
        cluster = new TestCluster(folder);
        authority = new TestAuthority(folder, "ours");
        Issued own = authority.issue("coordinator", "coordinator", "127.0.0.1");
        Path access = Files.writeString(folder.resolve("access"), "grafana view certificate=grafana\n");
        Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-------"));
        coordinator = cluster.leader(
                "tls.certificate.file",
                own.certificate().toString(),
                "tls.key.file",
                own.key().toString(),
                "tls.client.trust.file",
                authority.trust().toString(),
                "access.file",
                access.toString(),
                "access.anonymous",
                "register");
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static HttpResponse<String> get(String path, TlsFiles tls) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls.context())
                .build();
        return client.send(
                HttpRequest.newBuilder(URI.create(coordinator.url() + path)).build(), BodyHandlers.ofString());
    }

    private static TlsFiles showing(Issued issued) {
        return TlsFiles.of(authority.trust(), issued.certificate(), issued.key());
    }

    @Test
    void theAddressThatItAdvertises_beginsWithHttps() {
        assertThat(coordinator.url().getScheme()).isEqualTo("https");
    }

    @Test
    void certificateThatTheAccessFileNames_hasItsRole() throws Exception {
        TlsFiles grafana = showing(authority.issue("grafana", "grafana"));

        assertThat(get("/v1/tenants", grafana).statusCode()).isEqualTo(200);
        assertThat(get("/v1/nodes/n/grant?wire=3", grafana).statusCode()).isEqualTo(403);
    }

    @Test
    void validCertificateOfNobodyKnown_isRefused() throws Exception {
        HttpResponse<String> answer = get("/v1/tenants", showing(authority.issue("mallory", "mallory")));

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("mallory", "access.file");
    }

    @Test
    void certificateOfAStrangeAuthority_isNoCredential() throws Exception {
        Issued forged = new TestAuthority(folder, "theirs").issue("forged", "grafana");

        // Java's client does not even show a certificate of an authority that the server did not ask for.
        assertThat(get("/v1/tenants", showing(forged)).statusCode()).isEqualTo(401);
    }

    @Test
    void somebodyWithoutACertificate_isAnonymous() throws Exception {
        TlsFiles nobody = TlsFiles.of(authority.trust(), null, null);

        assertThat(get("/v1/status", nobody).statusCode()).isEqualTo(200);
        assertThat(get("/v1/tenants", nobody).statusCode()).isEqualTo(401);
    }

    @Test
    void plainHttp_isNotAnswered() {
        URI plain = URI.create(coordinator.url().toString().replace("https", "http") + "/v1/status");

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(plain).build(), BodyHandlers.ofString()));
    }

    @Test
    void driver_registersThroughTls_andNotWithACoordinatorThatItDoesNotTrust() throws Exception {
        Registration registration = Registration.of("app-1", "name", "user", null);
        try (HttpLink trusting = new HttpLink(
                List.of(coordinator.url()),
                Duration.ofSeconds(10),
                Credential.NONE,
                TlsFiles.of(authority.trust(), null, null))) {
            assertThat(trusting.register(registration).tag().application()).isEqualTo("app-1");
        }
        try (HttpLink wary = new HttpLink(
                List.of(coordinator.url()),
                Duration.ofSeconds(10),
                Credential.NONE,
                TlsFiles.of(new TestAuthority(folder, "others").trust(), null, null))) {
            assertThatExceptionOfType(LinkException.class)
                    .isThrownBy(() -> wary.register(registration))
                    .satisfies(refused -> assertThat(refused.status()).isEmpty());
        }
    }
}
