package io.hdfsthrottle.grant;

import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.secret.OwnFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The last good grant on the local disk, so that a DataNode that restarts while no coordinator lives still knows its
 * tenants.
 *
 * <p>A header line with a CRC-32C, then the grant as JSON; replaced by renaming, so a reader sees the old or the new,
 * and a torn or altered file is refused whole. A write is on the disk when it returns. A user that can write here sets
 * policy until a coordinator answers, so the folder has to be this user's alone ({@link OwnFolder}). Used by one
 * thread.
 */
public final class GrantFile {

    private static final String HEADER = "hdfs-throttle-grant 1 ";
    private static final long LARGEST = 16L << 20;
    private static final Set<OpenOption> ANEW = Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);

    private final Path path;
    private final Path directory;
    private final OwnFolder folder;
    private final Disk disk;

    /** Makes written data durable; tests observe it. */
    @FunctionalInterface
    interface Disk {
        void force(Path what, FileChannel channel) throws IOException;
    }

    /** The grant at this path; nothing is touched yet. */
    public GrantFile(Path path) {
        this(path, OwnFolder.userOfThisProcess(), (what, channel) -> channel.force(true));
    }

    /** The same, kept by that user, by its number. */
    GrantFile(Path path, long user, Disk disk) {
        this.path = path;
        this.directory = Objects.requireNonNullElse(path.toAbsolutePath().getParent(), path);
        this.folder = new OwnFolder(
                directory, user, "set hdfs.throttle.grant.file, for example to /var/lib/hdfs-throttle/grant");
        this.disk = disk;
    }

    /**
     * The grant kept here; nothing if there is no file.
     *
     * @throws IOException if it cannot be read, is not a whole grant, or other users may have written it
     */
    public Optional<Grant> read() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        folder.require();
        folder.require(path);
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

    /**
     * Keeps this grant instead of the one before; it is on the disk when this returns.
     *
     * @throws IOException if it cannot be written, or other users may write in that folder
     */
    public void write(Grant grant) throws IOException {
        String json = GrantJson.write(grant);
        folder.create();
        folder.require();
        Path fresh = directory.resolve(path.getFileName() + ".new");
        ByteBuffer content = ByteBuffer.wrap((HEADER + checksum(json) + "\n" + json).getBytes(StandardCharsets.UTF_8));
        try (FileChannel channel = FileChannel.open(fresh, ANEW)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
            disk.force(fresh, channel);
        }
        Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            disk.force(directory, channel); // the new name is the folder's, not the file's
        }
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
