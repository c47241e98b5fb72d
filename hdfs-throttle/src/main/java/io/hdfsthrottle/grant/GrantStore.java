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

    /** So many applications that are not alive are remembered, so that a late answer does not revive them. */
    private static final int MOST_ENDED = 4_096;

    /** Of terms that are kept until others come, whatever they are of: older than any that a coordinator gives, and not none. */
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
     * Takes what was kept over a restart: it is believed for the time of a stale grant, whatever its age, and gives way to
     * whatever a coordinator says, whatever its epoch: a file may have been planted, or be of before an epoch was reset.
     */
    public synchronized void restore(Grant kept) {
        held = new Held(keeping(kept), ticker.nanos() - staleNanos, false, 0, held.generation + 1, held.arrivals);
    }

    /**
     * Takes what a coordinator tells. What is older than the policy held is a deposed leader's, as long as the one held
     * has not expired; afterwards nobody leads who knows of that, and an administrator has reset the epoch.
     *
     * @return the parts that are others now; nothing if it is a deposed leader's, or not the whole of what this node lacks: it is then dropped
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
            grant = grant.withPolicyOf(update.policy().get());
            changed.add(GrantPart.POLICY);
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
            ApplicationNews news = update.applications().get();
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

    /** Its terms of the node hold until others come, but whatever their version says, those are newer. */
    private static Grant keeping(Grant grant) {
        NodeTerms terms = grant.nodeTerms();
        return terms.version().equals(GrantVersion.NONE) ? grant : grant.withTerms(terms.as(KEPT));
    }

    /**
     * Takes the answer to a question for applications. News that are older than what is known of one are not taken of it.
     *
     * @return whether they are of the leader whose policy is held; else the question is to be asked again
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
     * The ids of applications that are others now. A caller that was resolved is resolved again only if something was known of one before: that it is alive, or
     * that it is not.
     */
    private List<String> learn(ApplicationNews news) {
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

    /** A coordinator said that what it told is still the newest; says nothing of a grant kept over a restart. */
    public synchronized void confirm() {
        if (held.confirmed) {
            held = held.confirmedAt(ticker.nanos());
        }
    }

    /** How much was heard from a coordinator since the start, whatever was kept before. */
    public GrantPosition position() {
        Held now = held;
        return now.confirmed
                ? GrantPosition.of(now.grant.version(), now.grant.nodeTerms().version(), now.applications)
                : GrantPosition.NOTHING;
    }

    /** The policy held. */
    public GrantVersion version() {
        return held.grant.version();
    }

    /** The policy that a coordinator gave; {@link GrantVersion#NONE} if none did since the start, whatever was kept. */
    public GrantVersion known() {
        Held now = held;
        return now.confirmed ? now.grant.version() : GrantVersion.NONE;
    }

    /** The grant held, however old. */
    public Grant held() {
        return held.grant;
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

    /** Rises with every new policy and with every change of an application that is known: callers that were resolved before are resolved again. */
    public int generation() {
        return held.generation;
    }

    /** Rises with every answer about applications: callers that waited for one are resolved again. */
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
