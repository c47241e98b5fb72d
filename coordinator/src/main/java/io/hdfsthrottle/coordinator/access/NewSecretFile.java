package io.hdfsthrottle.coordinator.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files of one line that only their owner may read. */
public final class NewSecretFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private NewSecretFile() {}

    /**
     * Creates the file with mode 0600, and its folder if missing; an existing file is left unchanged. Of several
     * processes that call this at once, one creates the file and all find it complete.
     *
     * @return whether this call made it
     * @throws IOException if it cannot be made; the message names the file
     */
    public static boolean create(Path file, String line) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        try {
            return created(file, line);
        } catch (FileSystemException refused) {
            String told = refused.getReason() == null ? refused.getMessage() : refused.getReason();
            String reason = refused instanceof AccessDeniedException ? "permission denied" : told;
            throw new IOException(
                    file + " is missing and cannot be made: " + reason + "; put it there, or name another file",
                    refused);
        }
    }

    /**
     * Writes the file with mode 0600, in the place of one that is there.
     *
     * @throws IOException if it cannot be written; the message names the file
     */
    public static void replace(Path file, String text) throws IOException {
        Path written = written(file, text);
        try {
            Path unused =
                    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static Path written(Path file, String line) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, "secret", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        return Files.writeString(written, line + "\n", StandardCharsets.US_ASCII, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private static boolean created(Path file, String line) throws IOException {
        Path written = written(file, line);
        try {
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
