package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/hdfs-throttle} with a Java that says what it was given. */
final class CommandScriptTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "LANG, C, C.UTF-8",
        "LC_ALL, POSIX, C.UTF-8",
        "LANG, xx_XX.UTF-8, C.UTF-8",
        "LC_CTYPE, tr_TR.utf8, C.UTF-8",
        "LC_ALL, de_DE.ISO-8859-1, de_DE.ISO-8859-1"
    })
    void arguments_areReadAsUtf8_whateverLocaleIsInstalled(String variable, String value, String locale)
            throws Exception {
        Path script = Files.createDirectories(folder.resolve("bin")).resolve("hdfs-throttle");
        Files.copy(Repository.find().root().resolve("bin/hdfs-throttle"), script);
        Files.createDirectories(folder.resolve("lib/cli"));
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\n[ \"$1\" != -version ] || { echo 'version \"17.0.1\"' >&2; exit; }\necho \"$LC_ALL\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProcessBuilder command =
                new ProcessBuilder("bash", script.toString(), "rules", "list").redirectErrorStream(true);
        command.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        command.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        command.environment().put(variable, value);

        Process process = command.start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .last()
                .isEqualTo(locale);
        assertThat(process.waitFor()).isZero();
    }
}
