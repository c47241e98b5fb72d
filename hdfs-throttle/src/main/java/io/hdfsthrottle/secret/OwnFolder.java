package io.hdfsthrottle.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * A folder that only one user, and root, may write: its content was put there by that user. Immutable.
 *
 * <p>The folder and the files in it belong to the user and are not writable for other users. A folder above it may be
 * writable for others only if it is sticky, as {@code /tmp} is: otherwise they could replace it.
 */
public final class OwnFolder {

    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final int GROUP_WRITES = 020;
    private static final int OTHERS_WRITE = 002;
    private static final int STICKY = 01000;

    private final Path folder;
    private final long user;
    private final String remedy;

    /**
     * That folder; nothing is touched yet.
     *
     * @param user its required owner, by its number
     * @param remedy what to do if it is not, for messages:
     *     {@code set hdfs.throttle.grant.file, for example to /var/lib/...}
     */
    public OwnFolder(Path folder, long user, String remedy) {
        this.folder = folder;
        this.user = user;
        this.remedy = remedy;
    }

    /** The user that this process acts as; -1, whose no folder is, if nobody can tell. */
    public static long userOfThisProcess() {
        return ThisProcess.current().user();
    }

    /** Makes it where it is missing, and all above it, for its user alone. */
    public void create() throws IOException {
        Files.createDirectories(folder, OURS_ALONE);
    }

    /**
     * Checks the folder and all above it.
     *
     * @throws IOException if other users can write in it, or replace it; the message names them, and the remedy
     */
    public void require() throws IOException {
        Path real = folder.toRealPath();
        require(real, GROUP_WRITES | OTHERS_WRITE, false);
        for (Path above = real.getParent(); above != null; above = above.getParent()) {
            require(above, OTHERS_WRITE, true);
        }
    }

    /**
     * Checks a file in it.
     *
     * @throws IOException if other users own or can write it, or it is a link
     */
    public void require(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + " is no ordinary file");
        }
        require(file, GROUP_WRITES | OTHERS_WRITE, false);
    }

    private void require(Path path, int writes, boolean stickyIsEnough) throws IOException {
        Map<String, Object> found;
        try {
            found = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        } catch (UnsupportedOperationException | IllegalArgumentException unknown) {
            throw new IOException("nobody can tell who may write " + path + ": " + unknown.getMessage(), unknown);
        }
        int owner = (Integer) found.get("uid");
        int mode = (Integer) found.get("mode");
        if (owner != user && owner != ThisProcess.ROOT) {
            throw refused(path + " belongs to the user " + owner);
        }
        if ((mode & writes) != 0 && !(stickyIsEnough && (mode & STICKY) != 0)) {
            throw refused("others than its owner may write " + path + " (chmod go-w)");
        }
    }

    private IOException refused(String why) {
        return new IOException(why + ", and nobody but the user " + user + " may write there: " + remedy);
    }
}
