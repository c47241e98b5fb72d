package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.UserToken;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Issues and verifies tokens of users. Tokens are not stored; only cancelled ones are, in ZooKeeper, until they would
 * have ended. Open for cancelling while this coordinator leads. Thread-safe.
 */
public final class TokenBook {
    /** More cannot be cancelled at one time: then the signing key is to be replaced, which ends them all. */
    static final int MOST_CANCELLED = 2_000;

    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Supplier<SigningKeys> keys;
    private final String cluster;
    private final Clock clock;
    private final Duration lifetime;
    private final Duration longest;
    private volatile Page page;

    private record Page(SnapshotStore store, Term term, Map<String, Long> cancelled) {}

    /** A book of tokens that last as these settings say. */
    public TokenBook(KerberosSettings settings, Supplier<SigningKeys> keys, String cluster, Clock clock) {
        this.keys = keys;
        this.cluster = cluster;
        this.clock = clock;
        this.lifetime = settings.tokenLifetime();
        this.longest = settings.tokenLongest();
    }

    /** Loads what was cancelled before, and begins to cancel. */
    public synchronized void open(SnapshotStore store, Term term) {
        Map<String, Long> cancelled = store.load(CancelledSnapshot.CONCERN)
                .map(CancelledSnapshot::read)
                .orElseGet(Map::of);
        page = new Page(store, term, cancelled);
    }

    /** Stops cancelling. */
    public void close() {
        page = null;
    }

    /** A token for a user that the caller has verified. */
    public UserToken issue(String user) {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        long now = now();
        return signed(HexFormat.of().formatHex(id), user, now, now + longest.toSeconds());
    }

    /** Renews a verified token, within its longest lifetime. */
    public UserToken renew(UserToken recognised) {
        return signed(recognised.id(), recognised.user(), now(), recognised.until());
    }

    private UserToken signed(String id, String user, long now, long until) {
        long expires = Math.min(until, now + lifetime.toSeconds());
        return UserToken.of(keys.get(), cluster, id, user, now, expires, until);
    }

    /** The token that was sent, if it is valid now: signed by this cluster, not ended, not cancelled. */
    public Optional<UserToken> recognise(String sent) {
        Page open = page;
        return UserToken.parse(sent)
                .filter(token -> token.isOf(keys.get(), cluster))
                .filter(token -> token.isAliveAt(now()))
                .filter(token -> open == null || !open.cancelled().containsKey(token.id()));
    }

    /**
     * Cancels a verified token, and all its renewals, on every coordinator.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    public synchronized void cancel(UserToken recognised) {
        Page before = page;
        if (before == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        Map<String, Long> after = new TreeMap<>(before.cancelled());
        after.values().removeIf(until -> until <= now());
        after.put(recognised.id(), recognised.until());
        if (after.size() > MOST_CANCELLED) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "at most " + MOST_CANCELLED
                            + " tokens can be cancelled at a time; replace the signing key instead");
        }
        before.store().write(before.term(), CancelledSnapshot.CONCERN, CancelledSnapshot.write(after));
        page = new Page(before.store(), before.term(), after);
    }

    private long now() {
        return clock.millis() / 1_000;
    }
}
