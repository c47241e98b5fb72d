package io.hdfsthrottle.grant;

import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The last good grant on the local disk, so that a DataNode that restarts while no coordinator lives still knows its
 * tenants.
 *
 * <p>A header line with a CRC-32C, then the grant as JSON; replaced by renaming, so a reader sees the old or the new, and
 * a torn or altered file is refused whole. Used by one thread.
 */
public final class GrantFile {

    private static final String HEADER = "hdfs-throttle-grant 1 ";
    private static final long LARGEST = 16L << 20;

    private final Path path;

    /** The grant at this path; nothing is touched yet. */
    public GrantFile(Path path) {
        this.path = path;
    }

    /**
     * The grant kept here; nothing if there is no file.
     *
     * @throws IOException if it cannot be read, or is not a whole grant
     */
    public Optional<Grant> read() throws IOException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        if (Files.size(path) > LARGEST) {
            throw new IOException(path + " is larger than any grant");
        }
        String text = Files.readString(path, StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        String json = text.substring(end + 1);
        if (end < 0 || !text.substring(0, end).equals(HEADER + checksum(json))) {
            throw new IOException(path + " is torn or altered: its checksum does not match");
        }
        try {
            return Optional.of(GrantJson.read(json));
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw new IOException(path + " holds no grant: " + malformed.getMessage(), malformed);
        }
    }

    /** Keeps this grant instead of the one before. */
    public void write(Grant grant) throws IOException {
        String json = GrantJson.write(grant);
        Path directory = path.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path fresh = directory.resolve(path.getFileName() + ".new");
        Files.writeString(fresh, HEADER + checksum(json) + "\n" + json, StandardCharsets.UTF_8);
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String checksum(String json) {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
