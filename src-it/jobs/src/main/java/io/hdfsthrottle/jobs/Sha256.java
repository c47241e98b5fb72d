package io.hdfsthrottle.jobs;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 digests, without checked exceptions. */
public final class Sha256 {

    private Sha256() {}

    /** A new, empty digest. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digest in lower-case hex. */
    public static String hex(byte[] digest) {
        StringBuilder text = new StringBuilder(2 * digest.length);
        for (byte b : digest) {
            text.append(Character.forDigit((b >> 4) & 0xf, 16)).append(Character.forDigit(b & 0xf, 16));
        }
        return text.toString();
    }
}
