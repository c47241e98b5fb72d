package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.app.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The secret that lets people change policy; compared in constant time, never shown. */
public final class AdminToken {
    private static final String SCHEME = "Bearer ";
    private static final int SHORTEST = 16;
    private static final int RANDOM_BYTES = 24;

    private final byte[] token;

    private AdminToken(byte[] token) {
        this.token = token;
    }

    /**
     * Makes a file with a random token that its owner alone may read, unless there is one.
     *
     * @return whether this call made it
     */
    public static boolean create(Path file) throws IOException {
        byte[] secret = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(secret);
        return SecretFile.create(file, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /**
     * Reads the token, the file's one line.
     *
     * @throws IOException if it cannot be read or is too short to be a secret
     */
    public static AdminToken read(Path file) throws IOException {
        if (Files.notExists(file)) {
            throw new IOException("admin.token.file = " + file
                    + " is missing: run hdfs-throttle init on one coordinator and copy its admin.token to the others");
        }
        String token = Files.readString(file, StandardCharsets.UTF_8).strip();
        if (token.length() < SHORTEST || token.contains("\n")) {
            throw new IOException(file + " must hold one line of at least " + SHORTEST + " characters");
        }
        return new AdminToken(token.getBytes(StandardCharsets.UTF_8));
    }

    boolean isIn(String authorization) {
        return authorization != null
                && authorization.startsWith(SCHEME)
                && MessageDigest.isEqual(
                        authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8), token);
    }

    @Override
    public String toString() {
        return "AdminToken";
    }
}
