package io.hdfsthrottle.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.fakes.HandSetTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets as containers get them: files of root that a group may read, behind links that are swapped. */
final class MountedSecretsTest {

    private static final ThisProcess SELF = new ThisProcess(1000, Set.of(1000, 2000));
    private static final ThisProcess ROOT = new ThisProcess(0, Set.of(0));

    @TempDir
    private Path mount;

    private static void check(ThisProcess self, String mode, int owner, int group) throws IOException {
        Map<String, Object> attributes = Map.of("mode", Integer.parseInt(mode, 8), "uid", owner, "gid", group);
        SecretFile.refuseOthers(Path.of("/secret/token"), attributes, self);
    }

    @ParameterizedTest
    @CsvSource({"0440, 0, 2000", "0640, 0, 2000", "0400, 0, 0", "0600, 1000, 1000", "0640, 1000, 1000", "0400, 1000, 7"
    })
    void fileThatRootOrThisUserOwns_andOnlyAGroupOfThisProcessReads_isTaken(String mode, int owner, int group) {
        assertThatCode(() -> check(SELF, mode, owner, group)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "0444, 0, 2000, defaultMode: 0440",
        "0460, 0, 2000, whose mode is 0460",
        "0644, 1000, 1000, chmod 600",
        "0460, 0, 2000, chmod 600",
        "0660, 1000, 1000, chmod 600",
        "0602, 1000, 1000, chmod 600",
        "0640, 0, 3000, the group 3000",
        "0440, 1000, 3000, the group 3000",
        "0440, 1001, 2000, chown it to the user 1000 or root"
    })
    void fileThatOthersReadOrChange_isRefusedWithWhatHelps(String mode, int owner, int group, String remedy) {
        assertThatIOException()
                .isThrownBy(() -> check(SELF, mode, owner, group))
                .withMessageContainingAll("/secret/token", remedy);
    }

    @Test
    void root_readsWhatAnyOwnerAloneMayUse() {
        assertThatCode(() -> check(ROOT, "0600", 1000, 1000)).doesNotThrowAnyException();
        assertThatIOException().isThrownBy(() -> check(ROOT, "0640", 1000, 1000));
    }

    @Test
    void folder_isCalledOne_whateverItsMode() throws IOException {
        Files.setPosixFilePermissions(mount, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatIOException()
                .isThrownBy(() -> SecretFile.refuseOthers(mount))
                .withMessage(mount + " is a folder; name the file in it");
    }

    @Test
    void thisProcess_isWhoOwnsTheFilesThatItMakes() throws IOException {
        Path file = Files.createFile(mount.resolve("made"));
        assertThat(Files.getAttribute(file, "unix:uid"))
                .isEqualTo(ThisProcess.current().user());
        assertThat(ThisProcess.current().isIn((Integer) Files.getAttribute(file, "unix:gid")))
                .isTrue();
    }

    /** A new version of the volume, its files as old and as long as those before, as a restored backup has them. */
    private void mounts(String version, String token) throws IOException {
        Path folder = Files.createDirectory(mount.resolve(version));
        Path file = Files.writeString(folder.resolve("token"), token);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
        Path swapped = Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of(version));
        Files.move(swapped, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void linkThatLeadsElsewhere_isFollowedWithoutARestart() throws IOException {
        HandSetTicker ticker = new HandSetTicker();
        mounts("..2026_01", "0123456789abcdef");
        Path token = Files.createSymbolicLink(mount.resolve("token"), Path.of("..data/token"));
        SecretFile<String> secret = SecretFile.open(token, SecretFile::token, ticker);
        assertThat(secret.get()).isEqualTo("0123456789abcdef");

        mounts("..2026_02", "fedcba9876543210");
        ticker.advance(SecretFile.LOOK_AGAIN);
        assertThat(secret.get()).isEqualTo("fedcba9876543210");
    }

    @Test
    void permissionsThatAreMended_areSeenWithoutARestart() throws IOException {
        HandSetTicker ticker = new HandSetTicker();
        Path file = Files.writeString(mount.resolve("token"), "0123456789abcdef");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        SecretFile<String> secret = SecretFile.open(file, SecretFile::token, ticker);

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(file, "fedcba9876543210");
        ticker.advance(SecretFile.LOOK_AGAIN);
        assertThat(secret.get()).as("others may read it").isEqualTo("0123456789abcdef");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ticker.advance(SecretFile.LOOK_AGAIN);
        assertThat(secret.get()).isEqualTo("fedcba9876543210");
    }
}
