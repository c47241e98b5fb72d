package io.hdfsthrottle.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The signature of a request by which a node proves that it holds the cluster's signing key: the {@code Authorization}
 * header {@code HdfsThrottle-Node <key id>:<seconds since 1970>:<SHA-256 of the body>:<hmac>}. The signature covers
 * cluster, method, target, time and body, so a request that is intercepted can be replayed within {@link #FRESH} but
 * not changed. Immutable.
 */
public final class NodeSignature {

    /** The authentication scheme. */
    public static final String SCHEME = "HdfsThrottle-Node";

    /** How far the clocks of node and coordinator may differ; the same as in Kerberos. */
    public static final Duration FRESH = Duration.ofMinutes(5);

    private static final String PURPOSE = "node-request";
    private static final Pattern WRITTEN =
            Pattern.compile(SCHEME + " ([A-Za-z0-9]{1,16}):([0-9]{1,12}):([0-9a-f]{64}):([0-9a-f]{32})");

    private final String keyId;
    private final long seconds;
    private final String bodyHash;
    private final String hmac;

    private NodeSignature(String keyId, long seconds, String bodyHash, String hmac) {
        this.keyId = keyId;
        this.seconds = seconds;
        this.bodyHash = bodyHash;
        this.hmac = hmac;
    }

    /**
     * Signs a request.
     *
     * @param target its path and query, as they are sent
     * @param nowSeconds seconds since 1970
     */
    public static NodeSignature of(
            SigningKeys keys, String cluster, String method, String target, byte[] body, long nowSeconds) {
        String bodyHash = hash(body);
        String keyId = keys.signingKeyId();
        String hmac = keys.seal(keyId, PURPOSE, cluster, method, target, Long.toString(nowSeconds), bodyHash)
                .orElseThrow();
        return new NodeSignature(keyId, nowSeconds, bodyHash, hmac);
    }

    /** Reads a header; nothing if it is none of this scheme. */
    public static Optional<NodeSignature> parse(String authorization) {
        Matcher matcher = WRITTEN.matcher(authorization);
        return matcher.matches()
                ? Optional.of(new NodeSignature(
                        matcher.group(1), Long.parseLong(matcher.group(2)), matcher.group(3), matcher.group(4)))
                : Optional.empty();
    }

    /** Whether a living key signed this request, of whatever age, for a body with the hash that it names. */
    public boolean isOf(SigningKeys keys, String cluster, String method, String target) {
        return keys.isSeal(hmac, keyId, PURPOSE, cluster, method, target, Long.toString(seconds), bodyHash);
    }

    /** How far the node's clock was ahead of this time when it signed; below 0 if it was behind. */
    public Duration ahead(long nowSeconds) {
        return Duration.ofSeconds(seconds - nowSeconds);
    }

    /** Whether this is the body that was signed. */
    public boolean covers(byte[] body) {
        return MessageDigest.isEqual(
                hash(body).getBytes(StandardCharsets.US_ASCII), bodyHash.getBytes(StandardCharsets.US_ASCII));
    }

    private static String hash(byte[] body) {
        try {
            StringBuilder hex = new StringBuilder();
            for (byte each : MessageDigest.getInstance("SHA-256").digest(body)) {
                hex.append(Character.forDigit((each >> 4) & 15, 16)).append(Character.forDigit(each & 15, 16));
            }
            return hex.toString();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256", impossible);
        }
    }

    /** As it is sent. */
    @Override
    public String toString() {
        return SCHEME + " " + keyId + ":" + seconds + ":" + bodyHash + ":" + hmac;
    }
}
