package io.hdfsthrottle.grant;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the newest grant that a node has received, and its age.
 *
 * <p>A grant ages by the node's own monotone clock from the last moment a coordinator confirmed it; no wall clock
 * counts. Fresh and stale grants apply unchanged; of an expired one only the names apply, with equal weights.
 * Thread-safe: one thread brings grants, any thread reads.
 */
public final class GrantStore {

    /** How far a grant may be relied on, by its age. */
    public enum Freshness {
        /** Confirmed by a coordinator lately. */
        FRESH,
        /** No coordinator for a while; its shares still hold. */
        STALE,
        /** No coordinator for so long that shares are equal. */
        EXPIRED,
        /** There never was a grant. */
        NONE
    }

    /** The most ended applications that are remembered, so that a late answer does not revive them. */
    private static final int MOST_ENDED = 4_096;

    /**
     * The version of terms that are kept until others arrive: older than any that a coordinator gives, and not none.
     */
    private static final GrantVersion KEPT = GrantVersion.of(0, 1);

    private final Ticker ticker;
    private final long staleNanos;
    private final long expiredNanos;
    private final Map<String, Long> heard = new LinkedHashMap<>();
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
        this.held = new Held(Grant.NOBODY, ticker.nanos(), false, 0, 0, 0);
    }

    /**
     * Takes the grant kept over a restart: it is valid for the time of a stale grant, whatever its age, and any grant
     * of a coordinator replaces it, whatever its epoch: an attacker may have planted the file, or it may predate a
     * reset of the epoch.
     */
    public synchronized void restore(Grant kept) {
        held = new Held(keeping(kept), ticker.nanos() - staleNanos, false, 0, held.generation + 1, held.arrivals);
    }

    /**
     * Applies a coordinator's update. One that is older than the policy held is a deposed leader's, as long as the
     * policy held has not expired; afterwards no leader knows of that policy, and an administrator has reset the epoch.
     *
     * @return the parts that changed; empty if it is a deposed leader's, or lacks a part that this node needs: it is
     *     then dropped
     */
    public synchronized Optional<Set<GrantPart>> accept(GrantUpdate update) {
        Held before = held;
        GrantVersion known = known();
        boolean expired = freshness(before) == Freshness.EXPIRED;
        GrantVersion told = update.policy().map(Grant::version).orElse(known);
        boolean reset = told.compareTo(known) < 0;
        if (update.epoch() != told.epoch() || (reset && !expired)) {
            return Optional.empty();
        }
        boolean another = told.epoch() != known.epoch() || !before.confirmed;
        if (another) {
            heard.clear();
        }
        Set<GrantPart> changed = EnumSet.noneOf(GrantPart.class);
        Grant grant = before.grant;
        if (update.policy().isPresent() && !told.equals(known)) {
            Grant policy = update.policy().get();
            changed.add(GrantPart.POLICY);
            boolean isNext = told.sequence() == known.sequence() + 1; // else one between may have had other rules
            if (another || !isNext || !policy.assignsAs(grant)) {
                changed.add(GrantPart.ASSIGNMENT);
            }
            grant = grant.withPolicyOf(policy);
        }
        grant = reset ? keeping(grant) : grant;
        NodeTerms terms = update.terms().orElse(NodeTerms.NONE);
        if (terms.version().compareTo(grant.nodeTerms().version()) > 0) {
            grant = grant.withTerms(terms);
            changed.add(GrantPart.TERMS);
        }
        long applications = another ? 0 : before.applications;
        held = new Held(grant, ticker.nanos(), true, applications, before.generation, before.arrivals);
        if (update.applications().isPresent()) {
            ApplicationUpdate news = update.applications().get();
            if (!learn(news).isEmpty()) {
                changed.add(GrantPart.APPLICATIONS);
            }
            held = held.heardOfApplications(Math.max(applications, news.sequence()));
        }
        if (changed.contains(GrantPart.POLICY)) {
            held = held.renewed();
        }
        return Optional.of(changed);
    }

    /** The same with terms of the node that hold until others arrive, which are newer whatever their version. */
    private static Grant keeping(Grant grant) {
        NodeTerms terms = grant.nodeTerms();
        return terms.version().equals(GrantVersion.NONE) ? grant : grant.withTerms(terms.as(KEPT));
    }

    /**
     * Applies the answer to a query for applications. News of an application that are older than its known state are
     * ignored.
     *
     * @return whether they are of the leader whose policy is held; else the query must be repeated
     */
    public synchronized boolean answered(GrantUpdate update) {
        if (!held.confirmed
                || update.epoch() != held.grant.version().epoch()
                || update.applications().isEmpty()) {
            return false;
        }
        List<String> unused = learn(update.applications().get());
        return true;
    }

    /**
     * Applies news and returns the ids of applications that changed. Resolved callers are resolved again only if the
     * state of one, alive or not, was known before.
     */
    private List<String> learn(ApplicationUpdate news) {
        Grant before = held.grant;
        boolean known = false;
        List<GrantedApplication> living = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        for (GrantedApplication each : news.living()) {
            boolean heardOf = heard.containsKey(each.application());
            if (isNews(each.application(), news.sequence())
                    && !before.application(each.application()).equals(Optional.of(each))) {
                living.add(each);
                known |= heardOf || before.application(each.application()).isPresent();
            }
        }
        for (String id : news.ended()) {
            if (isNews(id, news.sequence()) && before.application(id).isPresent()) {
                ended.add(id);
                known = true;
            }
        }
        List<String> changed = new ArrayList<>(ended);
        living.forEach(each -> changed.add(each.application()));
        if (!changed.isEmpty()) {
            held = held.with(before.withApplications(living, ended));
        }
        held = known ? held.renewed() : held.arrived();
        forgetEnded();
        return changed;
    }

    private boolean isNews(String id, long sequence) {
        Long last = heard.get(id);
        if (last != null && last > sequence) {
            return false;
        }
        heard.remove(id);
        heard.put(id, sequence);
        return true;
    }

    private void forgetEnded() {
        int most = MOST_ENDED + held.grant.applications().size();
        if (heard.size() > most) {
            heard.keySet().removeIf(id -> held.grant.application(id).isEmpty());
        }
    }

    /** A coordinator confirmed that its last update is the newest; no effect on a grant kept over a restart. */
    public synchronized void confirm() {
        if (held.confirmed) {
            held = held.confirmedAt(ticker.nanos());
        }
    }

    /** What was received from a coordinator since the start, whatever was kept before. */
    public GrantPosition position() {
        Held now = held;
        return now.confirmed
                ? GrantPosition.of(now.grant.version(), now.grant.nodeTerms().version(), now.applications)
                : GrantPosition.NOTHING;
    }

    /** The version of the policy held. */
    public GrantVersion version() {
        return held.grant.version();
    }

    /**
     * The version of the policy that a coordinator gave; {@link GrantVersion#NONE} if none did since the start,
     * whatever was kept.
     */
    public GrantVersion known() {
        Held now = held;
        return now.confirmed ? now.grant.version() : GrantVersion.NONE;
    }

    /** The grant held, however old. */
    public Grant held() {
        return held.grant;
    }

    /** The grant in force: the one held, or its form with equal weights when it has expired. */
    public Grant effective() {
        Held now = held;
        return freshness(now) == Freshness.EXPIRED ? now.equalised : now.grant;
    }

    /** The freshness of the grant held. */
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

    /**
     * Increases with every new policy and with every change of an application that is known: callers that were resolved
     * before are resolved again.
     */
    public int generation() {
        return held.generation;
    }

    /** Increases with every answer about applications: callers that waited for one are resolved again. */
    public int arrivals() {
        return held.arrivals;
    }

    private static final class Held {
        private final Grant grant;
        private final Grant equalised;
        private final long confirmedNanos;
        private final boolean confirmed;
        private final long applications;
        private final int generation;
        private final int arrivals;

        Held(Grant grant, long confirmedNanos, boolean confirmed, long applications, int generation, int arrivals) {
            this.grant = grant;
            this.equalised = grant.withEqualWeights();
            this.confirmedNanos = confirmedNanos;
            this.confirmed = confirmed;
            this.applications = applications;
            this.generation = generation;
            this.arrivals = arrivals;
        }

        Held with(Grant newGrant) {
            return new Held(newGrant, confirmedNanos, confirmed, applications, generation, arrivals);
        }

        Held confirmedAt(long nanos) {
            return new Held(grant, nanos, true, applications, generation, arrivals);
        }

        Held heardOfApplications(long sequence) {
            return new Held(grant, confirmedNanos, confirmed, sequence, generation, arrivals);
        }

        Held renewed() {
            return new Held(grant, confirmedNanos, confirmed, applications, generation + 1, arrivals + 1);
        }

        Held arrived() {
            return new Held(grant, confirmedNanos, confirmed, applications, generation, arrivals + 1);
        }
    }
}
