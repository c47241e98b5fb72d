package io.hdfsthrottle.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.fakes.HandSetTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that are replaced while they are used. */
final class SecretFileTest {

    @TempDir
    private Path folder;

    private final HandSetTicker ticker = new HandSetTicker();
    private Path file;
    private int version;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("secret");
        write("one");
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * ++version));
    }

    private SecretFile<String> open() throws IOException {
        return SecretFile.open(file, SecretFileTest::line, ticker);
    }

    private static String line(List<String> lines) {
        if (lines.size() != 1) {
            throw new IllegalArgumentException("one line");
        }
        return lines.get(0);
    }

    private void laterOn() {
        ticker.advance(SecretFile.LOOK_AGAIN);
    }

    @Test
    void changedFile_isReadAgainWithinASecond() throws IOException {
        SecretFile<String> secret = open();
        write("two");
        assertThat(secret.get()).isEqualTo("one");

        laterOn();
        assertThat(secret.get()).isEqualTo("two");
    }

    @Test
    void newVersionThatIsMissingMalformedOrOpenToOthers_leavesTheOneBeforeInForce() throws IOException {
        SecretFile<String> secret = open();

        write("two\nlines");
        laterOn();
        assertThat(secret.get()).isEqualTo("one");

        Files.delete(file);
        laterOn();
        assertThat(secret.get()).isEqualTo("one");

        write("three");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        laterOn();
        assertThat(secret.get()).isEqualTo("one");

        write("four");
        laterOn();
        assertThat(secret.get()).isEqualTo("four");
    }

    @Test
    void fileThatIsMissingOrOpenToOthers_isRefusedAtFirst() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw----r--"));
        assertThatIOException().isThrownBy(this::open).withMessageContaining("chmod 600");

        Files.delete(file);
        assertThatIOException().isThrownBy(this::open).withMessageContaining("is missing");
    }
}
