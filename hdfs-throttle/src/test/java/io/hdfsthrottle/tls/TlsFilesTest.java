package io.hdfsthrottle.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsFilesTest {

    private static final String HERE = "127.0.0.1";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private TestAuthority authority;
    private Issued server;

    @BeforeEach
    void issue() throws IOException {
        authority = new TestAuthority(folder, "ours");
        server = authority.issue("server", "server", HERE);
    }

    private static SSLContext serving(Issued issued) throws IOException {
        return TlsFiles.of(null, issued.certificate(), issued.key()).context();
    }

    private static SSLContext trusting(Path trust) throws IOException {
        return TlsFiles.of(trust, null, null).context();
    }

    /** Does a handshake over a real connection; returns the subject of the server's certificate. */
    private static String shake(SSLContext server, SSLContext client) throws IOException {
        try (SSLServerSocket listening = (SSLServerSocket)
                server.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) listening.accept()) {
                    accepted.getOutputStream().write(1);
                } catch (IOException refused) {
                    // the client reports the cause
                }
            });
            try (SSLSocket socket =
                    (SSLSocket) client.getSocketFactory().createSocket(HERE, listening.getLocalPort())) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                assertThat(socket.getInputStream().read()).isEqualTo(1);
                X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
                return shown.getSubjectX500Principal().getName();
            } finally {
                served.join();
            }
        }
    }

    @Test
    void certificateOfATrustedAuthority_isAccepted() throws IOException {
        assertThat(shake(serving(server), trusting(authority.trust()))).isEqualTo("CN=server");
    }

    @Test
    void certificateOfAnotherAuthority_isRefused() throws IOException {
        SSLContext stranger = trusting(new TestAuthority(folder, "theirs").trust());

        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> shake(serving(server), stranger));
    }

    @Test
    void certificateForAnotherHost_isRefused() throws IOException {
        SSLContext elsewhere = serving(authority.issue("elsewhere", "elsewhere", "127.0.0.2"));

        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> shake(elsewhere, trusting(authority.trust())));
    }

    @Test
    void renewedCertificate_isShownWithoutARestart() throws IOException {
        SSLContext serving = serving(server);
        SSLContext trusting = trusting(authority.trust());

        Issued unused = authority.issue("server", "renewed", HERE);

        await().atMost(SOON).until(() -> shake(serving, trusting).equals("CN=renewed"));
    }

    @Test
    void certificateWhoseKeyHasNotComeYet_leavesThePairBeforeInUse() throws Exception {
        SSLContext serving = serving(server);
        SSLContext trusting = trusting(authority.trust());
        Issued next = authority.issue("next", "next", HERE);

        Files.copy(next.certificate(), server.certificate(), StandardCopyOption.REPLACE_EXISTING);
        await().during(Duration.ofMillis(2_500)).atMost(SOON).until(() -> shake(serving, trusting)
                .equals("CN=server"));
        Files.copy(next.key(), server.key(), StandardCopyOption.REPLACE_EXISTING);
        await().atMost(SOON).until(() -> shake(serving, trusting).equals("CN=next"));
    }

    @Test
    void authorityThatIsTrustedFromNowOn_isTrustedWithoutARestart() throws IOException {
        TestAuthority next = new TestAuthority(folder, "next");
        SSLContext trusting = trusting(authority.trust());
        SSLContext serving = serving(next.issue("moved", "moved", HERE));

        Files.writeString(
                authority.trust(), Files.readString(authority.trust()) + "\n" + Files.readString(next.trust()));

        await().atMost(SOON).ignoreExceptionsInstanceOf(SSLException.class).until(() -> shake(serving, trusting)
                .equals("CN=moved"));
    }

    @Test
    void keyThatOthersMayUse_isRefused() throws IOException {
        Files.setPosixFilePermissions(server.key(), PosixFilePermissions.fromString("rw-r-----"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> serving(server))
                .withMessageContainingAll("server.key", "chmod 600");
    }

    @Test
    void certificatesThatOthersMayChange_areRefused() throws IOException {
        Files.setPosixFilePermissions(authority.trust(), PosixFilePermissions.fromString("rw-rw-r--"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> trusting(authority.trust()))
                .withMessageContainingAll("ours-ca.pem", "chmod go-w");
    }

    @Test
    void keyOfAnotherCertificate_isRefused() throws IOException {
        Issued other = authority.issue("other", "other", HERE);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() ->
                        TlsFiles.of(null, server.certificate(), other.key()).context())
                .withMessageContainingAll("server.pem", "another certificate");
    }

    @Test
    void keyInAnotherFormat_isRefusedWithTheCommandThatConvertsIt() throws IOException {
        Files.writeString(server.key(), "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> serving(server))
                .withMessageContainingAll("server.key", "openssl pkcs8 -topk8 -nocrypt");
    }

    @Test
    void fileWithoutACertificate_isRefused() throws IOException {
        Files.writeString(authority.trust(), "nothing here\n");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> trusting(authority.trust()))
                .withMessageContainingAll("ours-ca.pem", "no certificate");
    }

    @Test
    void certificateWithoutAKey_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsFiles.of(null, server.certificate(), null))
                .withMessageContaining("server.pem");
    }
}
