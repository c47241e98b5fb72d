package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.identity.SigningKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file that holds the keys which sign tags; the same one has to lie on every coordinator and DataNode. */
public final class SigningKeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(SigningKeyFile.class);
    private static final int SECRET_BYTES = 32;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private SigningKeyFile() {}

    /**
     * Reads the keys; makes a file with one random key, readable by its owner alone, when there is none.
     *
     * @throws IOException if it cannot be read or made, holds no keys, or others may read it; never shows a key
     */
    public static SigningKeys readOrCreate(Path file) throws IOException {
        if (Files.notExists(file)) {
            create(file);
        }
        if (Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
            throw new IOException("others than its owner may use " + file + "; chmod 600 it");
        }
        try {
            return SigningKeys.parse(Files.readAllLines(file, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException malformed) {
            throw new IOException(file + ": " + malformed.getMessage(), malformed);
        }
    }

    private static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Path written = Files.createTempFile(folder, "keys", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            Files.writeString(
                    written,
                    SigningKeys.line("k1", secret) + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.TRUNCATE_EXISTING);
            // A link, not a move: of two coordinators that start at once, one key wins and both read it.
            Files.createLink(file, written);
            LOG.info("Made a signing key in {}; copy it to every coordinator and DataNode", file);
        } catch (FileAlreadyExistsException other) {
            LOG.debug("Another process made {} first", file);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
