package io.hdfsthrottle.coordinator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.SigningKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SigningKeyFileTest {
    @TempDir
    private Path folder;

    @Test
    void absentFile_isMadeForItsOwnerAlone() throws Exception {
        Path file = folder.resolve("new").resolve("signing.keys");

        SigningKeys made = SigningKeyFile.readOrCreate(file).get();
        SigningKeys read = SigningKeyFile.readOrCreate(file).get();

        AppTag tag = made.sign("default", "app-1", "alice", 1);
        assertThat(read.nodeKey("c", "dn", 1).verifies(tag, "default", "alice", 1))
                .isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file.getParent()).isDirectoryContaining(only -> only.equals(file));
    }

    @Test
    void twoFiles_holdTwoKeys() throws Exception {
        SigningKeys one = SigningKeyFile.readOrCreate(folder.resolve("one")).get();
        SigningKeys two = SigningKeyFile.readOrCreate(folder.resolve("two")).get();

        assertThat(two.nodeKey("c", "dn", 1).verifies(one.sign("default", "app-1", "alice", 1), "default", "alice", 1))
                .isFalse();
    }

    @Test
    void fileThatOthersMayRead_isRefused() throws Exception {
        Path file = folder.resolve("signing.keys");
        SigningKeys unused = SigningKeyFile.readOrCreate(file).get();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatIOException()
                .isThrownBy(() -> SigningKeyFile.readOrCreate(file))
                .withMessageContaining("chmod 600");
    }

    @Test
    void malformedFile_isRefusedWithoutShowingIt() throws Exception {
        Path file = folder.resolve("signing.keys");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, "k1 c2VjcmV0\n");

        assertThatIOException()
                .isThrownBy(() -> SigningKeyFile.readOrCreate(file))
                .withMessageContaining("line 1")
                .withMessageNotContaining("c2VjcmV0");
    }
}
