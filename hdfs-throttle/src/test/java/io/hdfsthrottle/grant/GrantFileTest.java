package io.hdfsthrottle.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.secret.OwnFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GrantFileTest {

    private static final Grant GRANT = Grants.of(7, 3);

    @TempDir
    Path directory;

    private Path path;
    private GrantFile file;

    @BeforeEach
    void choosePath() {
        path = directory.resolve("not/yet/there/grant");
        file = new GrantFile(path);
    }

    @Test
    void grant_isReadBackAsItWasKept() throws IOException {
        file.write(Grants.of(6, 1));
        file.write(GRANT);
        assertThat(file.read())
                .hasValueSatisfying(kept -> assertThat(GrantJson.write(kept)).isEqualTo(GrantJson.write(GRANT)));
        assertThat(path.getParent())
                .isDirectoryContaining(each -> each.equals(path))
                .satisfies(folder -> {
                    try (var entries = Files.list(folder)) {
                        assertThat(entries).hasSize(1);
                    }
                });
    }

    @Test
    void absentFile_isNoGrant() throws IOException {
        assertThat(file.read()).isEmpty();
        assertThat(path.getParent()).doesNotExist();
    }

    @Test
    void anyBitFlipped_isRefused() throws IOException {
        file.write(GRANT);
        byte[] whole = Files.readAllBytes(path);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(path, flipped);
            assertThatExceptionOfType(IOException.class).as("bit %s", bit).isThrownBy(file::read);
        }
    }

    @Test
    void anyLengthButTheWhole_isRefused() throws IOException {
        file.write(GRANT);
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThatExceptionOfType(IOException.class).as("length %s", length).isThrownBy(file::read);
        }
        Files.write(path, Arrays.copyOf(whole, whole.length + 1));
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining("torn or altered");
    }

    @Test
    void wholeFileThatHoldsNoGrant_isRefusedSayingWhy() throws IOException {
        keep("{\"cluster\":\"default\"}");
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining("holds no grant");
        keep(GrantJson.write(GRANT).replace("8.0", "-8.0"));
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining("weight of gold");
    }

    @Test
    void hugeFile_isNotReadIntoMemory() throws IOException {
        Files.createDirectories(path.getParent());
        try (var channel = java.nio.channels.FileChannel.open(
                path, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.WRITE)) {
            channel.write(java.nio.ByteBuffer.allocate(1), (16L << 20) + 1);
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(file::read)
                .withMessageContaining("larger than any grant");
    }

    @Test
    void directoryThatCannotBeMade_isAnIOException() throws IOException {
        Files.writeString(directory.resolve("not"), "a file in the way");
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> file.write(GRANT));
        assertThat(file.read()).isEmpty();
    }

    @Test
    void grantIsOnTheDiskBeforeItIsTheGrant_andItsNameBeforeWriteReturns() throws IOException {
        List<String> forced = new ArrayList<>();
        GrantFile watched = new GrantFile(path, OwnFolder.userOfThisProcess(), (what, channel) -> {
            forced.add(directory.relativize(what) + (Files.exists(path) ? " after" : " before"));
            channel.force(true);
        });
        watched.write(GRANT);
        assertThat(forced).containsExactly("not/yet/there/grant.new before", "not/yet/there after");
    }

    @Test
    void folderThatIsMade_isItsUsersAlone() throws IOException {
        file.write(GRANT);
        for (Path made = path.getParent(); !made.equals(directory); made = made.getParent()) {
            assertThat(Files.getPosixFilePermissions(made)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx----w-", "rwxrwxrwx"})
    void folderThatOthersMayWrite_isNeitherReadNorWritten(String permissions) throws IOException {
        file.write(GRANT);
        Files.setPosixFilePermissions(path.getParent(), PosixFilePermissions.fromString(permissions));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(file::read)
                .withMessageContainingAll(
                        "others", path.getParent().toString(), "chmod go-w", "hdfs.throttle.grant.file");
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> file.write(GRANT));
    }

    @Test
    void folderBelowOneThatOthersMayWrite_isNot_unlessThatIsSticky() throws IOException {
        file.write(GRANT);
        Path above = directory.resolve("not");
        Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining(above.toString());
        Files.setAttribute(above, "unix:mode", 01777);
        assertThat(file.read()).isPresent();
    }

    @Test
    void fileThatOthersMayWrite_orThatIsALink_isNotRead() throws IOException {
        file.write(GRANT);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining(path.toString());
        Path elsewhere = directory.resolve("planted");
        Files.move(path, elsewhere);
        Files.createSymbolicLink(path, elsewhere);
        assertThatExceptionOfType(IOException.class).isThrownBy(file::read).withMessageContaining("no ordinary file");
    }

    @Test
    void folderOfAnotherUser_isNeitherReadNorWritten() throws IOException {
        Files.createDirectories(path.getParent());
        Assumptions.assumeTrue(OwnFolder.userOfThisProcess() == 0, "only root gives files away");
        file.write(GRANT);
        Files.setAttribute(path.getParent(), "unix:uid", 65_534);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(file::read)
                .withMessageContaining("belongs to the user 65534");
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> file.write(GRANT));
    }

    private void keep(String json) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        Files.createDirectories(path.getParent());
        Files.writeString(path, "hdfs-throttle-grant 1 " + Long.toHexString(crc.getValue()) + "\n" + json);
    }
}
