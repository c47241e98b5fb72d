package io.hdfsthrottle.coordinator.grant;

import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.TooManyNodes;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.mode.Modes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The grants of the current term, and the nodes that wait for updates of theirs.
 *
 * <p>A waiting node is a future in a map: it costs no thread. A request first adds its future and then checks for
 * updates; a change is made first and then completes the futures of the nodes that it concerns, so no request misses a
 * change. Thread-safe; changes of the policy are serialized by this object's lock.
 */
public final class GrantBook {
    private static final Logger LOG = LoggerFactory.getLogger(GrantBook.class);

    private final Granting granting;
    private final Supplier<Policy> policy;
    private final UnaryOperator<Grant> additions;
    private final Function<String, Optional<Application>> applications;
    private final int mostNodes;
    private final Map<String, Set<CompletableFuture<Optional<Boolean>>>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger waiters = new AtomicInteger();
    private volatile Term term;

    /** What nodes are sent in a term; in a new term, no node has received anything. */
    private record Term(Grant policy, String json, Interest interest, Map<String, NodeTerms> terms) {
        Term(Grant policy) {
            this(policy, GrantUpdateJson.policy(policy), new Interest(), new ConcurrentHashMap<>());
        }

        Term with(Grant newPolicy) {
            return new Term(newPolicy, GrantUpdateJson.policy(newPolicy), interest, terms);
        }

        long epoch() {
            return policy.version().epoch();
        }
    }

    /**
     * A closed book.
     *
     * @param additions adds to a policy what else every node is told
     * @param applications finds a living application by its id
     * @param mostNodes the maximum number of nodes that wait at a time, and that are remembered
     */
    public GrantBook(
            Granting granting,
            Supplier<Policy> policy,
            UnaryOperator<Grant> additions,
            Function<String, Optional<Application>> applications,
            int mostNodes) {
        this.granting = granting;
        this.policy = policy;
        this.additions = additions;
        this.applications = applications;
        this.mostNodes = mostNodes;
    }

    /** Begins a term: all earlier grants have lower versions. */
    public synchronized void open(long epoch) {
        term = new Term(policy(GrantVersion.of(epoch, 1)));
        wake(List.copyOf(waiting.keySet()));
    }

    private Grant policy(GrantVersion version) {
        return additions.apply(granting.policy(version, policy.get()));
    }

    /** Ends the term and fails all waiting requests. */
    public synchronized void close() {
        term = null;
        waiting.values().forEach(ofNode -> ofNode.forEach(waiter -> waiter.completeExceptionally(notLeading())));
    }

    /** Sends a change of the policy, or of what is added to it, to every node. No effect while closed. */
    public synchronized void policyChanged() {
        Term now = term;
        if (now == null) {
            return;
        }
        try {
            GrantVersion version =
                    GrantVersion.of(now.epoch(), now.policy.version().sequence() + 1);
            term = now.with(policy(version));
            wake(List.copyOf(waiting.keySet()));
        } catch (NotStored ending) {
            LOG.debug("The term ends while its policy is told: {}", ending.getMessage());
        }
    }

    /** Sends new, changed or ended applications to the nodes that have seen them. No effect while closed. */
    public void applicationsChanged(Collection<String> ids) {
        Term now = term;
        if (now == null) {
            return;
        }
        try {
            wake(now.interest.changed(ids, this::isAlive));
        } catch (NotStored ending) {
            LOG.debug("The term ends while changes of applications are told: {}", ending.getMessage());
        }
    }

    private boolean isAlive(String id) {
        return applications.apply(id).isPresent();
    }

    /** Sets the terms of these nodes and wakes the nodes whose version changed. No effect in another term than that. */
    public void termsChanged(long epoch, Map<String, NodeTerms> next) {
        Term now = term;
        if (now == null || now.epoch() != epoch) {
            return;
        }
        wake(put(now, next));
    }

    /**
     * Sends a change of the policy, and the terms that it results in, to every node at once. Sends only the policy in
     * another term; no effect while closed.
     *
     * @param epoch the term in which they were decided
     */
    public synchronized void policyAndTermsChanged(long epoch, Map<String, NodeTerms> next) {
        Term now = term;
        if (now != null && now.epoch() == epoch) {
            put(now, next);
        }
        policyChanged();
    }

    /** Sets terms; the nodes whose version changed. */
    private static List<String> put(Term now, Map<String, NodeTerms> next) {
        List<String> concerned = new ArrayList<>();
        next.forEach((node, terms) -> {
            NodeTerms before = now.terms.put(node, terms);
            if (before == null || !before.version().equals(terms.version())) {
                concerned.add(node);
            }
        });
        return concerned;
    }

    private void wake(Collection<String> nodes) {
        for (String node : nodes) {
            waiting.getOrDefault(node, Set.of()).forEach(waiter -> waiter.complete(Optional.of(true)));
        }
    }

    /** The version of the policy now; {@link GrantVersion#NONE} while closed. */
    public GrantVersion version() {
        Term now = term;
        return now == null ? GrantVersion.NONE : now.policy.version();
    }

    /** The modes that nodes are told; none while closed. */
    public Modes modes() {
        Term now = term;
        return now == null ? Modes.NONE : now.policy.modes();
    }

    /** The node's terms; {@link NodeTerms#NONE} if it has none of its own. */
    public NodeTerms terms(String node) {
        Term now = term;
        return now == null ? NodeTerms.NONE : now.terms.getOrDefault(node, NodeTerms.NONE);
    }

    public int waiting() {
        return waiters.get();
    }

    /**
     * Completes as soon as there is an update that the node has not received; with empty if the timeout ends first.
     *
     * <p>The future fails with {@link NotStored} if this coordinator does not lead, or stops leading. It is completed
     * by the thread that made the change, so a caller continues it on a thread of its own. A caller that completes it
     * ends the wait.
     *
     * @throws TooManyNodes if no more nodes can wait
     */
    public CompletableFuture<Optional<Boolean>> awaitNews(String node, GrantPosition known, Duration patience) {
        Term now = term;
        if (now == null) {
            return CompletableFuture.failedFuture(notLeading());
        }
        if (hasNews(now, node, known)) {
            return CompletableFuture.completedFuture(Optional.of(true));
        }
        if (patience.isZero()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (waiters.get() >= mostNodes) {
            throw new TooManyNodes(mostNodes, "waiting nodes");
        }
        CompletableFuture<Optional<Boolean>> waiter = new CompletableFuture<>();
        waiters.incrementAndGet();
        waiting.compute(node, (same, before) -> {
            Set<CompletableFuture<Optional<Boolean>>> ofNode = before == null ? ConcurrentHashMap.newKeySet() : before;
            ofNode.add(waiter);
            return ofNode;
        });
        CompletableFuture<Optional<Boolean>> unused = waiter.completeOnTimeout(
                        Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((told, trouble) -> leave(node, waiter));
        Term later = term;
        if (later == null) {
            waiter.completeExceptionally(notLeading());
        } else if (hasNews(later, node, known)) {
            waiter.complete(Optional.of(true));
        }
        return waiter;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // futures are compared by identity
    private void leave(String node, CompletableFuture<Optional<Boolean>> waiter) {
        waiting.computeIfPresent(node, (same, ofNode) -> {
            if (ofNode.remove(waiter)) {
                waiters.decrementAndGet();
            }
            return ofNode.isEmpty() ? null : ofNode;
        });
    }

    private static boolean hasNews(Term now, String node, GrantPosition known) {
        return !known.policy().equals(now.policy.version())
                || isNewTo(known, now.terms.get(node))
                || !now.interest.knows(node)
                || !now.interest.pending(node, known.applications()).isEmpty();
    }

    private static boolean isNewTo(GrantPosition known, NodeTerms terms) {
        return terms != null && !terms.version().equals(known.terms());
    }

    /**
     * The update that the node has not received, in wire format; empty if it is up to date.
     *
     * @throws NotStored if this coordinator does not lead
     */
    public Optional<String> update(String node, GrantPosition known) {
        Term now = leading();
        if (!hasNews(now, node, known)) {
            return Optional.empty();
        }
        GrantUpdate update = GrantUpdate.of(granting.cluster(), now.epoch());
        NodeTerms terms = now.terms.get(node);
        if (isNewTo(known, terms)) {
            update = update.withTerms(terms);
        }
        update = update.withApplications(applications(now, node, known));
        boolean samePolicy = known.policy().equals(now.policy.version());
        return Optional.of(GrantUpdateJson.write(update, samePolicy ? Optional.empty() : Optional.of(now.json)));
    }

    /** Reads the sequence first: a concurrent change is sent once more. */
    private ApplicationUpdate applications(Term now, String node, GrantPosition known) {
        long sequence = now.interest.sequence();
        boolean heard = known.policy().epoch() == now.epoch() && known.applications() > 0;
        if (!now.interest.knows(node)) {
            remember(now, node);
            return heard ? ApplicationUpdate.askAgain(sequence) : ApplicationUpdate.of(sequence, List.of(), List.of());
        }
        return of(sequence, now.interest.pending(node, heard ? known.applications() : 0));
    }

    private void remember(Term now, String node) {
        if (now.interest.nodes().size() >= mostNodes) {
            throw new TooManyNodes(mostNodes, "nodes");
        }
        now.interest.begin(node);
    }

    private ApplicationUpdate of(long sequence, Collection<String> ids) {
        Policy present = policy.get();
        List<GrantedApplication> living = new ArrayList<>();
        List<String> ended = new ArrayList<>();
        for (String id : ids) {
            applications
                    .apply(id)
                    .ifPresentOrElse(each -> living.add(granting.application(each, present)), () -> ended.add(id));
        }
        return ApplicationUpdate.of(sequence, living, ended);
    }

    /**
     * The applications that a node asks for, in wire format; subscribes the node to their changes.
     *
     * @throws NotStored if this coordinator does not lead
     * @throws TooManyNodes if no more nodes are remembered
     */
    public String applications(String node, Collection<String> ids) {
        Term now = leading();
        if (!now.interest.knows(node)) {
            remember(now, node);
        }
        now.interest.met(node, ids, this::isAlive);
        long sequence = now.interest.sequence();
        return GrantUpdateJson.write(
                GrantUpdate.of(granting.cluster(), now.epoch()).withApplications(of(sequence, ids)));
    }

    /** Removes the nodes that are not among these; called periodically. */
    public void keep(Set<String> nodes) {
        Term now = term;
        if (now != null) {
            now.interest.nodes().stream()
                    .filter(node -> !nodes.contains(node) && !waiting.containsKey(node))
                    .forEach(node -> {
                        now.interest.forget(node);
                        now.terms.remove(node);
                    });
        }
    }

    private Term leading() {
        Term now = term;
        if (now == null) {
            throw notLeading();
        }
        return now;
    }

    private static NotStored notLeading() {
        return new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
    }
}
