package io.hdfsthrottle.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.fakes.Grants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private void keep(String json) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        Files.createDirectories(path.getParent());
        Files.writeString(path, "hdfs-throttle-grant 1 " + Long.toHexString(crc.getValue()) + "\n" + json);
    }
}
