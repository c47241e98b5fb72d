package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.UserToken;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Issues and verifies tokens of users. Tokens are not stored; only cancelled ones are, in ZooKeeper, until they would
 * have ended. Open for cancelling while this coordinator leads. Thread-safe.
 */
public final class TokenBook {
    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Supplier<SigningKeys> keys;
    private final String cluster;
    private final Clock clock;
    private final Duration lifetime;
    private final Duration longest;
    private volatile Replicated<Cancelled> cancelled;

    /** A book of tokens that last as these settings say. */
    public TokenBook(KerberosSettings settings, Supplier<SigningKeys> keys, String cluster, Clock clock) {
        this.keys = keys;
        this.cluster = cluster;
        this.clock = clock;
        this.lifetime = settings.tokenLifetime();
        this.longest = settings.tokenLongest();
    }

    /** Loads what was cancelled before, and begins to cancel. */
    public void open(SnapshotStore store, Term term) {
        Replicated<Cancelled> opening = new Replicated<>(Cancelled.TOKENS, store);
        opening.open(term);
        cancelled = opening;
    }

    /** Stops cancelling. */
    public void close() {
        cancelled = null;
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
        Replicated<Cancelled> known = cancelled;
        return UserToken.parse(sent)
                .filter(token -> token.isOf(keys.get(), cluster))
                .filter(token -> token.isAliveAt(now()))
                .filter(token -> known == null || !known.orInitial().contains(token.id()));
    }

    /**
     * Cancels a verified token, and all its renewals, on every coordinator.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    public void cancel(UserToken recognised) {
        Replicated<Cancelled> open = cancelled;
        if (open == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        Cancelled unused = open.change(before -> before.with(recognised.id(), recognised.until(), now()), false);
    }

    private long now() {
        return clock.millis() / 1_000;
    }
}
