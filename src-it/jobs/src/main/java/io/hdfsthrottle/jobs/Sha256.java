package io.hdfsthrottle.jobs;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A SHA-256 digest. */
public final class Sha256 {

    private final MessageDigest digest;

    /** An empty digest. */
    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Adds the first bytes. */
    public void add(byte[] bytes, int length) {
        digest.update(bytes, 0, length);
    }

    /** Adds a text in UTF-8. */
    public void add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the digest: in lower-case hex. */
    public String hex() {
        return String.format("%064x", new BigInteger(1, digest.digest()));
    }
}
