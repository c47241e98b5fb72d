package io.hdfsthrottle.identity;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A token in which a coordinator certifies a user's identity, for clients without a Kerberos ticket: signed with the
 * cluster's key, so that any coordinator can verify it and none has to store it. Written
 * {@code <key id>:<id>:<user in base64url>:<issued>:<expires>:<until>:<hmac>}, times in seconds since 1970. A
 * coordinator takes its holder for that user: it is a secret. Immutable.
 */
public final class UserToken {

    /** The authentication scheme of {@code Authorization} headers that hold one. */
    public static final String SCHEME = "HdfsThrottle-Token";

    /** A token has no more characters than this. */
    public static final int LONGEST = 1_024;

    private static final String PURPOSE = "user-token";
    private static final int LONGEST_USER = 128;
    private static final Pattern WRITTEN =
            Pattern.compile("([A-Za-z0-9]{1,16}):([0-9a-f]{16,32}):([A-Za-z0-9_-]{1,700})"
                    + ":([0-9]{1,12}):([0-9]{1,12}):([0-9]{1,12}):([0-9a-f]{32})");

    private final String keyId;
    private final String id;
    private final String user;
    private final long issued;
    private final long expires;
    private final long until;
    private final String hmac;

    private UserToken(String keyId, String id, String user, long issued, long expires, long until, String hmac) {
        this.keyId = keyId;
        this.id = id;
        this.user = user;
        this.issued = issued;
        this.expires = expires;
        this.until = until;
        this.hmac = hmac;
    }

    /**
     * Signs a token with the first key.
     *
     * @param id the id by which it is cancelled, 16 to 32 hexadecimal digits, random
     * @param user its user, 1 to 128 characters
     */
    public static UserToken of(
            SigningKeys keys, String cluster, String id, String user, long issued, long expires, long until) {
        if (!isUser(user)) {
            throw new IllegalArgumentException("a token's user has 1 to " + LONGEST_USER + " printable characters");
        }
        String keyId = keys.signingKeyId();
        String hmac = keys.seal(keyId, PURPOSE, parts(keyId, cluster, id, user, issued, expires, until))
                .orElseThrow();
        return new UserToken(keyId, id, user, issued, expires, until, hmac);
    }

    private static String[] parts(
            String keyId, String cluster, String id, String user, long issued, long expires, long until) {
        return new String[] {
            keyId, cluster, id, user, Long.toString(issued), Long.toString(expires), Long.toString(until)
        };
    }

    /** Reads a token without verifying it; empty if it is malformed. */
    public static Optional<UserToken> parse(String written) {
        Matcher matcher = WRITTEN.matcher(written.length() > LONGEST ? "" : written);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            String user = new String(Base64.getUrlDecoder().decode(matcher.group(3)), StandardCharsets.UTF_8);
            return Optional.of(user)
                    .filter(UserToken::isUser)
                    .map(named -> new UserToken(
                            matcher.group(1),
                            matcher.group(2),
                            named,
                            Long.parseLong(matcher.group(4)),
                            Long.parseLong(matcher.group(5)),
                            Long.parseLong(matcher.group(6)),
                            matcher.group(7)));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isUser(String user) {
        return !user.isEmpty() && user.length() <= LONGEST_USER && PlainText.is(user);
    }

    /** Whether a living key signed exactly this. Constant time in the signature. */
    public boolean isOf(SigningKeys keys, String cluster) {
        return keys.isSeal(hmac, keyId, PURPOSE, parts(keyId, cluster, id, user, issued, expires, until));
    }

    /** Whether it is valid at that time, seconds since 1970. */
    public boolean isAliveAt(long nowSeconds) {
        return nowSeconds < Math.min(expires, until);
    }

    /** Whether less than half of its time is left, and renewing it gives it more. */
    public boolean isWorthRenewingAt(long nowSeconds) {
        return expires < until && nowSeconds - issued > (expires - issued) / 2;
    }

    /** The id by which it is cancelled; the same after renewing. */
    public String id() {
        return id;
    }

    /** Its user. */
    public String user() {
        return user;
    }

    /** When it was issued, or renewed last, seconds since 1970. */
    public long issued() {
        return issued;
    }

    /** When it ends unless it is renewed, seconds since 1970. */
    public long expires() {
        return expires;
    }

    /** When it ends however often it was renewed, seconds since 1970. */
    public long until() {
        return until;
    }

    /** As it is sent: a secret. */
    public String text() {
        String name = Base64.getUrlEncoder().withoutPadding().encodeToString(user.getBytes(StandardCharsets.UTF_8));
        return keyId + ":" + id + ":" + name + ":" + issued + ":" + expires + ":" + until + ":" + hmac;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UserToken && ((UserToken) other).text().equals(text());
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, issued);
    }

    /** Without the signature. */
    @Override
    public String toString() {
        return "token " + id + " of " + user;
    }
}
