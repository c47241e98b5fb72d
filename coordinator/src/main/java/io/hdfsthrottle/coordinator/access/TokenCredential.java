package io.hdfsthrottle.coordinator.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A bearer token and what it lets its holder do. The token itself is not kept.
 *
 * @param authority what it lets its holder do
 * @param hash SHA-256 of the token, in hexadecimal
 */
record TokenCredential(Authority authority, String hash) {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 512;

    /** @throws IllegalArgumentException if the token is too short to be a secret */
    static String hash(String token) {
        if (token.length() < SHORTEST || token.length() > LONGEST) {
            throw new IllegalArgumentException("a token has " + SHORTEST + " to " + LONGEST + " characters");
        }
        return sha256(token);
    }

    /** Whether that is the token, in constant time. */
    boolean isOf(String token) {
        return token.length() <= LONGEST
                && MessageDigest.isEqual(
                        sha256(token).getBytes(StandardCharsets.US_ASCII), hash.getBytes(StandardCharsets.US_ASCII));
    }

    private static String sha256(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return authority.name();
    }
}
