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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class TlsFilesTest {

    private static final String HERE = "127.0.0.1";
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private static Path issued;

    private static TestAuthority authority;
    private static TestAuthority stranger;
    private static Issued next;
    private static Issued first;

    @TempDir
    private Path folder;

    private Path trust;
    private Path certificate;
    private Path key;

    @BeforeAll
    static void issue() throws IOException {
        authority = new TestAuthority(issued, "ours");
        stranger = new TestAuthority(issued, "theirs");
        first = authority.issue("server", "server", HERE);
        next = authority.issue("next", "next", HERE);
    }

    /** Each test has files of its own to change. */
    @BeforeEach
    void copy() throws IOException {
        trust = copied(authority.trust());
        certificate = copied(first.certificate());
        key = copied(first.key());
    }

    private Path copied(Path file) throws IOException {
        return Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static SSLContext serving(Path certificate, Path key) throws IOException {
        return TlsFiles.of(null, certificate, key).context();
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
        assertThat(shake(serving(certificate, key), trusting(trust))).isEqualTo("CN=server");
    }

    @Test
    void certificateOfAnotherAuthority_isRefused() throws IOException {
        SSLContext distrusting = trusting(stranger.trust());

        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> shake(serving(certificate, key), distrusting));
    }

    @Test
    void certificateForAnotherHost_isRefused() throws IOException {
        Issued other = authority.issue("elsewhere", "elsewhere", "127.0.0.2");
        SSLContext elsewhere = serving(other.certificate(), other.key());

        assertThatExceptionOfType(SSLException.class).isThrownBy(() -> shake(elsewhere, trusting(trust)));
    }

    @Test
    void renewedCertificate_isShownWithoutARestart() throws IOException {
        SSLContext serving = serving(certificate, key);
        SSLContext trusting = trusting(trust);

        Files.copy(next.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);

        await().atMost(SOON).until(() -> shake(serving, trusting).equals("CN=next"));
    }

    @Test
    void certificateWhoseKeyHasNotComeYet_leavesThePairBeforeInUse() throws Exception {
        SSLContext serving = serving(certificate, key);
        SSLContext trusting = trusting(trust);

        Files.copy(next.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        await().during(Duration.ofMillis(2_500)).atMost(SOON).until(() -> shake(serving, trusting)
                .equals("CN=server"));
        Files.copy(next.key(), key, StandardCopyOption.REPLACE_EXISTING);
        await().atMost(SOON).until(() -> shake(serving, trusting).equals("CN=next"));
    }

    @Test
    void authorityThatIsTrustedFromNowOn_isTrustedWithoutARestart() throws IOException {
        Issued moved = stranger.issue("moved", "moved", HERE);
        SSLContext trusting = trusting(trust);
        SSLContext serving = serving(moved.certificate(), moved.key());

        Files.writeString(trust, Files.readString(trust) + "\n" + Files.readString(stranger.trust()));

        await().atMost(SOON).ignoreExceptionsInstanceOf(SSLException.class).until(() -> shake(serving, trusting)
                .equals("CN=moved"));
    }

    @Test
    void keyThatOthersMayUse_isRefused() throws IOException {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> serving(certificate, key))
                .withMessageContainingAll("server.key", "chmod 600");
    }

    @Test
    void certificatesThatOthersMayChange_areRefused() throws IOException {
        Files.setPosixFilePermissions(trust, PosixFilePermissions.fromString("rw-rw-r--"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> trusting(trust))
                .withMessageContainingAll("ours-ca.pem", "chmod go-w");
    }

    @Test
    void keyOfAnotherCertificate_isRefused() throws IOException {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> serving(certificate, next.key()))
                .withMessageContainingAll("server.pem", "another certificate");
    }

    @Test
    void keyInAnotherFormat_isRefusedWithTheCommandThatConvertsIt() throws IOException {
        Files.writeString(key, "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> serving(certificate, key))
                .withMessageContainingAll("server.key", "openssl pkcs8 -topk8 -nocrypt");
    }

    @Test
    void fileWithoutACertificate_isRefused() throws IOException {
        Files.writeString(trust, "nothing here\n");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> trusting(trust))
                .withMessageContainingAll("ours-ca.pem", "no certificate");
    }

    @Test
    void certificateWithoutAKey_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TlsFiles.of(null, certificate, null))
                .withMessageContaining("server.pem");
    }
}
