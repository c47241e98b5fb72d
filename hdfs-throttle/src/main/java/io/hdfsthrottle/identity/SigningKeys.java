package io.hdfsthrottle.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret keys of a cluster, which sign tags and authenticate nodes: at most two alive at a time, the first signs,
 * all verify.
 *
 * <p>Written one key a line, {@code <id> <base64 of at least 32 bytes>}; empty lines and lines beginning with # do not
 * count. The file lies on coordinators and DataNodes only and is readable by their user alone. HMAC-SHA256 (RFC 2104),
 * cut to its first 128 bits. Immutable and thread-safe.
 */
public final class SigningKeys {

    /** The signed text names its purpose, so that no signature can be used for another. */
    private static final String TAG = "1";

    private static final String FINGERPRINT = "fingerprint";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MOST_KEYS = 2;
    private static final int LEAST_BYTES = 32;
    private static final int HMAC_BYTES = 16;
    private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9]{1,16}");

    private final Map<String, SecretKeySpec> keys;
    private final String signingKeyId;

    private SigningKeys(Map<String, SecretKeySpec> keys) {
        this.keys = Collections.unmodifiableMap(keys);
        this.signingKeyId = keys.keySet().iterator().next();
    }

    /**
     * Reads keys as they are written in their file.
     *
     * @throws IllegalArgumentException if there is none, more than two, two of one id, or one is malformed; never shows
     *     a key
     */
    public static SigningKeys parse(List<String> lines) {
        Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
        int number = 0;
        for (String line : new ArrayList<>(lines)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.trim().split("\\s+", -1);
            byte[] secret = parts.length == 2 && KEY_ID.matcher(parts[0]).matches() ? decode(parts[1]) : new byte[0];
            if (secret.length < LEAST_BYTES) {
                throw new IllegalArgumentException(
                        "line " + number
                                + " of the signing keys is not '<id> <base64 of at least 32 bytes>', the id 1 to 16 letters or digits");
            }
            if (keys.put(parts[0], new SecretKeySpec(secret, ALGORITHM)) != null) {
                throw new IllegalArgumentException("line " + number
                        + " of the signing keys has the id of a key before it; a new key needs a new id");
            }
        }
        if (keys.isEmpty() || keys.size() > MOST_KEYS) {
            throw new IllegalArgumentException("one or two signing keys can be alive, not " + keys.size());
        }
        return new SigningKeys(keys);
    }

    /** One line of a key file. */
    public static String line(String keyId, byte[] secret) {
        return keyId + " " + Base64.getEncoder().encodeToString(secret);
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }

    /**
     * Signs an application's tag with the first key.
     *
     * @param cluster the cluster's name
     * @param application the application's id
     * @param user the user it runs as
     * @param notBefore when it was registered, seconds since 1970
     */
    public AppTag sign(String cluster, String application, String user, long notBefore) {
        String hmac = seal(signingKeyId, TAG, signingKeyId, cluster, application, user, Long.toString(notBefore))
                .orElseThrow();
        return new AppTag(application, signingKeyId, hmac);
    }

    /** Whether one of the living keys signed this tag for exactly these. Constant time in the signature. */
    public boolean verifies(AppTag tag, String cluster, String user, long notBefore) {
        return isSeal(
                tag.hmac(), tag.keyId(), TAG, tag.keyId(), cluster, tag.application(), user, Long.toString(notBefore));
    }

    /** The fingerprint of the key of each id, which may be public: a keyed hash of nothing secret. */
    public KeyFingerprints fingerprints() {
        Map<String, String> fingerprints = new LinkedHashMap<>();
        keys.keySet()
                .forEach(id -> fingerprints.put(id, seal(id, FINGERPRINT, id).orElseThrow()));
        return new KeyFingerprints(fingerprints);
    }

    /** The id of the key that signs. */
    String signingKeyId() {
        return signingKeyId;
    }

    /** A keyed hash of these parts for that purpose, in hexadecimal; nothing if no living key has that id. */
    Optional<String> seal(String keyId, String purpose, String... parts) {
        SecretKeySpec key = keys.get(keyId);
        if (key == null) {
            return Optional.empty();
        }
        // Each part is preceded by its length, so that no two different lists of parts are the same text.
        StringBuilder sealed = new StringBuilder(purpose);
        for (String part : parts) {
            sealed.append('|').append(part.length()).append(':').append(part);
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Optional.of(hex(mac.doFinal(sealed.toString().getBytes(StandardCharsets.UTF_8))));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, impossible);
        }
    }

    /** Whether that is the {@link #seal} of these. Constant time in the seal. */
    boolean isSeal(String given, String keyId, String purpose, String... parts) {
        return seal(keyId, purpose, parts)
                .filter(expected -> MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.US_ASCII), given.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder(2 * HMAC_BYTES);
        for (int i = 0; i < HMAC_BYTES; i++) {
            hex.append(Character.forDigit((bytes[i] >> 4) & 15, 16)).append(Character.forDigit(bytes[i] & 15, 16));
        }
        return hex.toString();
    }

    /** The ids of the keys; never the keys. */
    @Override
    public String toString() {
        return "SigningKeys" + keys.keySet();
    }
}
