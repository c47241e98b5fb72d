package io.hdfsthrottle.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The signature of a request by which a node proves that it holds the key of its name: the {@code Authorization} header
 * {@code HdfsThrottle-Node <host>,<key's issue>,<key id>,<time>,<SHA-256 of the body>,<seal>}, times in seconds since
 * 1970. The seal covers cluster, method, target, time and body, so a request that is intercepted can be replayed within
 * {@link #FRESH} but not changed. Immutable.
 */
public final class NodeSignature {

    /** The authentication scheme. */
    public static final String SCHEME = "HdfsThrottle-Node";

    /** How far the clocks of node and coordinator may differ; the same as in Kerberos. */
    public static final Duration FRESH = Duration.ofMinutes(5);

    private static final String PURPOSE = "node-request";
    private static final Pattern WRITTEN =
            Pattern.compile(SCHEME + " ([A-Za-z0-9._:-]{1,255}),([0-9]{1,12}),([A-Za-z0-9]{1,16}),([0-9]{1,12}),"
                    + "([0-9a-f]{64}),([0-9a-f]{32})");

    private final String host;
    private final long issuedSeconds;
    private final String keyId;
    private final long seconds;
    private final String bodyHash;
    private final String seal;

    private NodeSignature(String host, long issuedSeconds, String keyId, long seconds, String bodyHash, String seal) {
        this.host = host;
        this.issuedSeconds = issuedSeconds;
        this.keyId = keyId;
        this.seconds = seconds;
        this.bodyHash = bodyHash;
        this.seal = seal;
    }

    /**
     * Signs a request.
     *
     * @param target its path and query, as they are sent
     * @param nowSeconds seconds since 1970
     */
    public static NodeSignature of(
            NodeKey key, String cluster, String method, String target, byte[] body, long nowSeconds) {
        String bodyHash = hash(body);
        String seal = Seal.of(key.secret(), PURPOSE, cluster, method, target, Long.toString(nowSeconds), bodyHash);
        return new NodeSignature(key.host(), key.issuedSeconds(), key.signingKeyId(), nowSeconds, bodyHash, seal);
    }

    /** Reads a header; nothing if it is none of this scheme. */
    public static Optional<NodeSignature> parse(String authorization) {
        Matcher matcher = WRITTEN.matcher(authorization);
        return matcher.matches()
                ? Optional.of(new NodeSignature(
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        matcher.group(3),
                        Long.parseLong(matcher.group(4)),
                        matcher.group(5),
                        matcher.group(6)))
                : Optional.empty();
    }

    /**
     * Whether the key that these coordinators issued for that host signed this request, of whatever age, for a body
     * with the hash that it names.
     */
    public boolean isOf(SigningKeys keys, String cluster, String method, String target) {
        return keys.nodeSecret(keyId, cluster, host, issuedSeconds)
                .filter(secret ->
                        Seal.isOf(secret, seal, PURPOSE, cluster, method, target, Long.toString(seconds), bodyHash))
                .isPresent();
    }

    /** Whose key signed it. */
    public String host() {
        return host;
    }

    /** When that key was issued, seconds since 1970. */
    public long issuedSeconds() {
        return issuedSeconds;
    }

    /** Whether the signer may speak for a node of that name. */
    public boolean speaksFor(String node) {
        return NodeKey.covers(host, node);
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

    static String hash(byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return Seal.hex(digest, digest.length);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this Java has no SHA-256", impossible);
        }
    }

    /** As it is sent. */
    @Override
    public String toString() {
        return SCHEME + " "
                + String.join(",", host, Long.toString(issuedSeconds), keyId, Long.toString(seconds), bodyHash, seal);
    }
}
