package io.hdfsthrottle.coordinator.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file of one line that its owner alone may read. */
public final class NewSecretFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private NewSecretFile() {}

    /**
     * Makes the file with mode 0600, and its folder where that is missing; a file that is there stays as it is. Of several processes
     * that call this at once, one makes the file and all find it whole.
     *
     * @return whether this call made it
     */
    public static boolean create(Path file, String line) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, "secret", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(written, line + "\n", StandardCharsets.US_ASCII, StandardOpenOption.TRUNCATE_EXISTING);
            // A link fails where the name is taken; a move would replace what another process has just made.
            Files.createLink(file, written);
            return true;
        } catch (FileAlreadyExistsException other) {
            return false;
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
