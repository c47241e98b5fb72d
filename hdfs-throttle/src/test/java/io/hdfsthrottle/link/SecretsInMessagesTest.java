package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.secret.SecretFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a file of secrets holds, no message and no exception below it shows any of it. */
final class SecretsInMessagesTest {

    private static final String SECRET = "s3cretS3cretS3cret";
    private static final URI COORDINATOR = URI.create("http://127.0.0.1:1");

    @TempDir
    private Path folder;

    private static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of("two lines", bytes(SECRET + "\n" + SECRET + "2\n"), "it has 2 lines"),
                Arguments.of("nothing", bytes(""), "it is empty"),
                Arguments.of("blanks", bytes(" \r\n\t\n"), "it is empty"),
                Arguments.of("UTF-16", (SECRET + "\n").getBytes(StandardCharsets.UTF_16), "in UTF-16"),
                Arguments.of("UTF-16 unmarked", SECRET.getBytes(StandardCharsets.UTF_16LE), "line 1 has the control"),
                Arguments.of("Latin-1", latin1("\n" + SECRET + "\u00e9"), "line 2 is not in UTF-8"),
                Arguments.of("UTF-8 beyond ASCII", bytes(SECRET + "\u00e9"), "printable ASCII"),
                Arguments.of("an invisible character", bytes(SECRET + "\u200b"), "printable ASCII"),
                Arguments.of("a control character", bytes(SECRET + "\u0007"), "control character U+0007"),
                Arguments.of("a short line", bytes("s3cretS3"), "16 to 512"),
                Arguments.of("a long line", bytes(SECRET.repeat(40)), "16 to 512"),
                Arguments.of("too much", bytes((SECRET + "\n").repeat(60_000)), "larger than 1048576 bytes"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(Charset.forName("ISO-8859-1"));
    }

    private static String shown(Throwable refusal) {
        StringWriter shown = new StringWriter();
        refusal.printStackTrace(new PrintWriter(shown));
        return shown.toString();
    }

    private Path file(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("token"), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Throwable refusedToClient(Path file) {
        return catchThrowable(() -> Credential.bearer(file)
                .prove(HttpRequest.newBuilder(COORDINATOR), COORDINATOR, "GET", "/v1/tenants", ""));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void whatHoldsNoToken_isRefusedAlikeForDaemonAndClient_withFileAndReason(String name, byte[] content, String reason)
            throws IOException {
        Path file = file(content);
        Throwable toDaemon = catchThrowable(() -> SecretFile.open(file, SecretFile::token, new HandSetTicker()));
        Throwable toClient = refusedToClient(file);

        assertThat(toClient).hasSameClassAs(toDaemon).hasMessage(toDaemon.getMessage());
        assertThat(toDaemon).isInstanceOf(IOException.class).hasMessageContainingAll(file.toString(), reason);
        assertThat(shown(toDaemon) + shown(toClient)).doesNotContain("s3cret", "S3cret");
    }

    @Test
    void tokenAfterAByteOrderMarkAndBetweenBlankLines_isThatToken() throws Exception {
        Path file = file(bytes("\ufeff\r\n " + SECRET + " \r\n\r\n"));
        HttpRequest.Builder request = HttpRequest.newBuilder(COORDINATOR);
        Credential.bearer(file).prove(request, COORDINATOR, "GET", "/v1/tenants", "");
        assertThat(request.build().headers().firstValue("Authorization")).contains("Bearer " + SECRET);
    }

    @Test
    void folderOrMissingFile_isSaid() {
        assertThat(refusedToClient(folder)).hasMessageContainingAll(folder.toString(), "is a folder");
        assertThat(refusedToClient(folder.resolve("no"))).hasMessageContaining(folder.resolve("no") + " is missing");
    }

    @Test
    void proofThatNoHeaderMayHold_isNotShownByTheLink() {
        Credential odd = (coordinator, method, target, body) -> Optional.of("Bearer " + SECRET + "\n" + SECRET);
        try (HttpLink link = new HttpLink(List.of(COORDINATOR), Duration.ofSeconds(5), odd)) {
            Throwable refused = catchThrowable(link::obtainToken);
            assertThat(refused).isInstanceOf(LinkException.class).hasMessageContaining("no header may have");
            assertThat(shown(refused)).doesNotContain("s3cret");
        }
    }
}
