package io.hdfsthrottle.identity;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The secret keys of a cluster, which coordinators alone hold: they sign tags, seal users' tokens and applications'
 * secrets, and yield the key of each node. At most two are alive at a time, the first signs, all verify.
 *
 * <p>Written one key a line, {@code <id> <base64 of at least 32 bytes>}; empty lines and lines beginning with # do not
 * count. The file is readable by the coordinator's user alone. Immutable and thread-safe.
 */
public final class SigningKeys {

    static final int MOST_KEYS = 2;
    static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9]{1,16}");

    private static final int LEAST_BYTES = 32;

    private final Map<String, Key> keys;
    private final String signingKeyId;

    /** One of the keys, with the pair that signs tags, which is derived from it. */
    private static final class Key {
        private final byte[] secret;
        private final byte[] privateKey;
        private final byte[] publicKey;

        Key(byte[] secret) {
            this.secret = secret;
            this.privateKey = Seal.bytes(secret, "tag-key");
            this.publicKey = TagSignature.publicKey(privateKey);
        }
    }

    private SigningKeys(Map<String, Key> keys) {
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
        Map<String, Key> keys = new LinkedHashMap<>();
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
            if (keys.put(parts[0], new Key(secret)) != null) {
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

    /** Nothing for what is no base64. */
    static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }

    /**
     * Signs an application's tag with the first key. The same tag for the same application each time.
     *
     * @param cluster the cluster's name
     * @param application the application's id
     * @param user the user it runs as
     * @param notBefore when it was registered, seconds since 1970
     */
    public AppTag sign(String cluster, String application, String user, long notBefore) {
        return AppTag.signed(keys.get(signingKeyId).privateKey, signingKeyId, cluster, application, user, notBefore);
    }

    /**
     * The key of one node: what it verifies tags with, and the secrets by which it proves to be that node.
     *
     * @param host the name of its host, or of the node itself
     * @param issuedSeconds seconds since 1970; a node's keys are revoked by the time of their issue
     * @throws IllegalArgumentException if that can be no host
     */
    public NodeKey nodeKey(String cluster, String host, long issuedSeconds) {
        return new NodeKey(
                host,
                issuedSeconds,
                each(key -> key.publicKey),
                each(key -> nodeSecret(key, cluster, host, issuedSeconds)));
    }

    private static byte[] nodeSecret(Key key, String cluster, String host, long issuedSeconds) {
        return Seal.bytes(key.secret, "node-key", cluster, host, Long.toString(issuedSeconds));
    }

    /** The secret of a node under the key of that id; nothing if no living key has it. */
    Optional<byte[]> nodeSecret(String keyId, String cluster, String host, long issuedSeconds) {
        return Optional.ofNullable(keys.get(keyId)).map(key -> nodeSecret(key, cluster, host, issuedSeconds));
    }

    /** The fingerprints of the public keys that verify tags. */
    public KeyFingerprints fingerprints() {
        return KeyFingerprints.of(each(key -> key.publicKey));
    }

    private Map<String, byte[]> each(Function<Key, byte[]> part) {
        return keys.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, key -> part.apply(key.getValue()), (one, other) -> one, LinkedHashMap::new));
    }

    /** The id of the key that signs. */
    String signingKeyId() {
        return signingKeyId;
    }

    /** A seal of these parts for that purpose, by the key that signs: {@code <id>:<seal>}. */
    public String sealed(String purpose, String... parts) {
        return signingKeyId + ":" + Seal.of(keys.get(signingKeyId).secret, purpose, parts);
    }

    /** Whether that is such a {@link #sealed} by a living key. */
    public boolean isSealed(String given, String purpose, String... parts) {
        int colon = given.indexOf(':');
        return colon > 0 && isSeal(given.substring(colon + 1), given.substring(0, colon), purpose, parts);
    }

    /** A seal of these parts for that purpose; nothing if no living key has that id. */
    Optional<String> seal(String keyId, String purpose, String... parts) {
        return Optional.ofNullable(keys.get(keyId)).map(key -> Seal.of(key.secret, purpose, parts));
    }

    /** Whether that is the {@link #seal} of these. Constant time in the seal. */
    boolean isSeal(String given, String keyId, String purpose, String... parts) {
        return Optional.ofNullable(keys.get(keyId))
                .filter(key -> Seal.isOf(key.secret, given, purpose, parts))
                .isPresent();
    }

    /** The ids of the keys; never the keys. */
    @Override
    public String toString() {
        return "SigningKeys" + keys.keySet();
    }
}
