package io.hdfsthrottle.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.cli.SettingsFile.Written;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a site's settings file holds is taken as it stands, or refused with file, line and reason. */
final class SettingsFilesTest {
    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(bytes("a = 1\nlisten.port = 1\nlisten.port = 2"), "line 3 sets listen.port, as does "),
                Arguments.of(bytes("zookeeper.connect = zk1:2181,\\\n  zk2:2181"), "line 1 has a backslash"),
                Arguments.of(bytes("\naudit.file = /var\\log"), "line 2 has a backslash"),
                Arguments.of(bytes("# keys\ns3cret"), "line 2 is not KEY = VALUE"),
                Arguments.of(bytes("k1 s3cret="), "line 1 is not KEY = VALUE"),
                Arguments.of(bytes("listen.port = 9880\u00a0"), "line 1 has a character that cannot be seen"),
                Arguments.of(bytes("listen.port = 98\u200b80"), "line 1 has a character that cannot be seen"),
                Arguments.of(bytes("listen.port = 98\u000180"), "line 1 has the control character U+0001"),
                Arguments.of(bytes("\nlisten.port = x"), "line 2 is refused; a good value is 9880"),
                Arguments.of(bytes("#\nlisten.prot = s3cret"), "line 2; the nearest is listen.port,"),
                Arguments.of(bytes("Admin_Token-File = s3cret"), "line 1; the nearest is admin.token.file,"),
                Arguments.of(bytes("\nlisten.address = 127.0.0.1:80"), "line 2)"),
                Arguments.of("a = b\nc = \u00e9".getBytes(StandardCharsets.ISO_8859_1), "line 2 is not in UTF-8"),
                Arguments.of("listen.port = 1".getBytes(StandardCharsets.UTF_16), "in UTF-16"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeTakenAsItStands_isRefusedWithFileLineAndReason(byte[] content, String reason) throws Exception {
        Path file = Files.write(folder.resolve("coordinator.properties"), content);
        StringWriter err = new StringWriter();
        int code = Main.run(
                new PrintWriter(new StringWriter()),
                new PrintWriter(err, true),
                "coordinator",
                "--config",
                file.toString());
        assertThat(code).isPositive();
        assertThat(err.toString()).contains(file.toString(), reason).doesNotContain("s3cret", "Input length");
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void values_areTakenAsTheyStand_afterAByteOrderMark() throws Exception {
        Path file = Files.writeString(
                folder.resolve("coordinator.properties"),
                "\ufefflisten.port = 1\r\n! old\r\n# a\\b\r\naudit.file : /var/log/\u00e9 x = y # z\r\nempty =\r\n");
        assertThat(SettingsFile.read(file))
                .isEqualTo(Map.of(
                        "listen.port", new Written("1", file + ", line 1"),
                        "audit.file", new Written("/var/log/\u00e9 x = y # z", file + ", line 4"),
                        "empty", new Written("", file + ", line 5")));
    }

    @Test
    void optionThatIsGivenTwice_isRefused() {
        StringWriter err = new StringWriter();
        String[] twice = {"coordinator", "--set", "listen.port=1", "--set", "listen.port=2"};
        int code = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), twice);
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("--set number 2 sets listen.port, as does --set number 1");
    }

    @Test
    void init_writesNothingThatTheCoordinatorWouldRefuse() {
        StringWriter err = new StringWriter();
        String odd = folder.resolve("a\\b").toString();
        String[] init = {"init", "--directory", odd, "--address", "c1"};
        assertThat(Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), init))
                .isEqualTo(2);
        assertThat(err.toString()).contains("has a backslash");
        assertThat(folder).isEmptyDirectory();
    }
}
