package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.access.NewSecretFile;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file with the keys that sign tags; every coordinator needs the same file, and no DataNode may have it. */
public final class SigningKeyFile {
    private static final Logger LOG = LoggerFactory.getLogger(SigningKeyFile.class);
    private static final int SECRET_BYTES = 32;

    private SigningKeyFile() {}

    /**
     * Reads the keys; makes a file with one random key when there is none.
     *
     * @throws IOException if it cannot be read or made, holds no keys, or others may read it; never shows a key
     */
    public static Supplier<SigningKeys> readOrCreate(Path file) throws IOException {
        if (create(file)) {
            LOG.info("Made a signing key in {}", file);
        }
        return read(file);
    }

    /**
     * Reads the keys, and again whenever the file changes.
     *
     * @throws IOException if it cannot be read, holds no keys, or others may read it; never shows a key
     */
    public static Supplier<SigningKeys> read(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new IOException("signing.keys.file = " + file
                    + " is missing: run hdfs-throttle init on one coordinator and copy its signing.keys to the others");
        }
        try {
            return SecretFile.open(file, SigningKeys::parse, Ticker.system());
        } catch (IOException unusable) {
            throw new IOException("signing.keys.file = " + file + ": " + unusable.getMessage(), unusable);
        }
    }

    /** Makes a file with one random key, readable by its owner alone; false if there is a file. */
    public static boolean create(Path file) throws IOException {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return NewSecretFile.create(file, SigningKeys.line("k1", secret));
    }
}
