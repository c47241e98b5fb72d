package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.secret.SecretFile;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** A file whose one line is a token. */
public final class TokenFile {
    private static final int RANDOM_BYTES = 24;

    private TokenFile() {}

    /** Creates a file with a random token that only its owner may read; false if the file exists. */
    public static boolean create(Path file) throws IOException {
        byte[] secret = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(secret);
        return NewSecretFile.create(
                file, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /** The one credential of such a file: that role, under its name. */
    static List<Credential> parse(List<String> lines, Role role) {
        String token = SecretFile.token(lines);
        return List.of(Credential.token(Authority.of(role.toString(), role), Credential.hash(token)));
    }
}
