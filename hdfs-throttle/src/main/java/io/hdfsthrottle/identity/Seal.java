package io.hdfsthrottle.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * HMAC-SHA256 (RFC 2104) over lists of texts, each for a purpose, so that none can be used for another. Written as the
 * first 128 bits in hexadecimal.
 */
final class Seal {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int WRITTEN_BYTES = 16;

    private Seal() {}

    static String of(byte[] secret, String purpose, String... parts) {
        return hex(bytes(secret, purpose, parts), WRITTEN_BYTES);
    }

    /** Whether that is the seal of these. Constant time in the seal. */
    static boolean isOf(byte[] secret, String given, String purpose, String... parts) {
        return MessageDigest.isEqual(
                of(secret, purpose, parts).getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8));
    }

    /** All 32 bytes: a key that is derived from the secret for one purpose. */
    static byte[] bytes(byte[] secret, String purpose, String... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(text(purpose, parts).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, impossible);
        }
    }

    /** Each part is preceded by its length, so that no two different lists of parts are the same text. */
    static String text(String purpose, String... parts) {
        StringBuilder text = new StringBuilder(purpose);
        for (String part : parts) {
            text.append('|').append(part.length()).append(':').append(part);
        }
        return text.toString();
    }

    static String hex(byte[] bytes, int length) {
        StringBuilder hex = new StringBuilder(2 * length);
        for (int i = 0; i < length; i++) {
            hex.append(Character.forDigit((bytes[i] >> 4) & 15, 16)).append(Character.forDigit(bytes[i] & 15, 16));
        }
        return hex.toString();
    }
}
