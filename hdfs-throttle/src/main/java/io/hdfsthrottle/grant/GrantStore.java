package io.hdfsthrottle.grant;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;

/**
 * The newest grant that a node has heard of, and how old the news is.
 *
 * <p>A grant ages by the node's own monotone clock from the last moment a coordinator confirmed it; nobody's wall clock
 * counts. Fresh and stale grants hold as they are; of an expired one only the names are left, with equal weights.
 * Thread-safe: one thread brings grants, any thread reads.
 */
public final class GrantStore {

    /** How far a grant is to be believed. */
    public enum Freshness {
        /** Confirmed by a coordinator lately. */
        FRESH,
        /** No coordinator for a while; its shares still hold. */
        STALE,
        /** No coordinator for so long that shares are equal. */
        EXPIRED,
        /** There never was one. */
        NONE
    }

    private final Ticker ticker;
    private final long staleNanos;
    private final long expiredNanos;
    private volatile Held held;

    /**
     * A store that holds nothing.
     *
     * @param staleAfter how long after the last confirmation a grant is stale
     * @param expiredAfter how long after it a grant is expired
     * @throws IllegalArgumentException if a grant would expire before it is stale
     */
    public GrantStore(Ticker ticker, Duration staleAfter, Duration expiredAfter) {
        if (expiredAfter.compareTo(staleAfter) < 0) {
            throw new IllegalArgumentException(
                    "a grant cannot expire after " + expiredAfter + " if it is stale only after " + staleAfter);
        }
        this.ticker = ticker;
        this.staleNanos = staleAfter.toNanos();
        this.expiredNanos = expiredAfter.toNanos();
        this.held = new Held(Grant.NOBODY, ticker.nanos(), false, 0);
    }

    /**
     * Takes what was kept over a restart: it is believed for the time of a stale grant, whatever its age, and gives way to
     * whatever a coordinator says, whatever its epoch: a file may have been planted, or be of before an epoch was reset.
     */
    public synchronized void restore(Grant kept) {
        held = new Held(kept, ticker.nanos() - staleNanos, false, held.generation + 1);
    }

    /**
     * Takes a grant from a coordinator. One that is older than the one held is a deposed leader's, as long as the one held
     * has not expired; afterwards nobody leads who knows of that, and an administrator has reset the epoch.
     *
     * @return false if it is a deposed leader's; it is then dropped
     */
    public synchronized boolean accept(Grant grant) {
        if (grant.version().compareTo(known()) < 0 && freshness(held) != Freshness.EXPIRED) {
            return false;
        }
        held = new Held(grant, ticker.nanos(), true, held.generation + 1);
        return true;
    }

    /** A coordinator said that the grant that it gave is still the newest; says nothing of one kept over a restart. */
    public synchronized void confirm() {
        if (held.confirmed) {
            held = new Held(held.grant, ticker.nanos(), true, held.generation);
        }
    }

    /** The version held. */
    public GrantVersion version() {
        return held.grant.version();
    }

    /** The version that a coordinator gave; {@link GrantVersion#NONE} if none did since the start, whatever was kept. */
    public GrantVersion known() {
        Held now = held;
        return now.confirmed ? now.grant.version() : GrantVersion.NONE;
    }

    /** What holds now: the grant, or what is left of it when it has expired. */
    public Grant effective() {
        Held now = held;
        return freshness(now) == Freshness.EXPIRED ? now.equalised : now.grant;
    }

    /** How far the grant held is to be believed. */
    public Freshness freshness() {
        return freshness(held);
    }

    private Freshness freshness(Held now) {
        if (now.grant.version().equals(GrantVersion.NONE)) {
            return Freshness.NONE;
        }
        long age = ticker.nanos() - now.confirmedNanos;
        if (now.confirmed && age < staleNanos) {
            return Freshness.FRESH;
        }
        return age < expiredNanos ? Freshness.STALE : Freshness.EXPIRED;
    }

    /** How long ago a coordinator confirmed the grant; for one kept over a restart, at least the time of staleness. */
    public Duration age() {
        return Duration.ofNanos(ticker.nanos() - held.confirmedNanos);
    }

    /** Rises with every new grant: whoever resolved a caller with an older one resolves it again. */
    public int generation() {
        return held.generation;
    }

    private static final class Held {
        private final Grant grant;
        private final Grant equalised;
        private final long confirmedNanos;
        private final boolean confirmed;
        private final int generation;

        Held(Grant grant, long confirmedNanos, boolean confirmed, int generation) {
            this.grant = grant;
            this.equalised = grant.withEqualWeights();
            this.confirmedNanos = confirmedNanos;
            this.confirmed = confirmed;
            this.generation = generation;
        }
    }
}
