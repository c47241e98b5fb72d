package io.hdfsthrottle.coordinator.ledger;

import io.hdfsthrottle.coordinator.app.Application;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.link.WireFormat;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The grant of the current term and the nodes that wait for the next one.
 *
 * <p>A waiting node is a future in a map: it costs no thread. A request adds its future first and reads the version
 * afterwards; publishing changes the version first and completes the futures afterwards, so no request misses a change.
 * One thread at a time publishes, under this object's lock.
 */
public final class GrantBook {
    private static final Logger LOG = LoggerFactory.getLogger(GrantBook.class);

    private final Granting granting;
    private final Supplier<Policy> policy;
    private final Supplier<Collection<Application>> applications;
    private final int mostWaiting;
    private final Map<Long, CompletableFuture<Optional<Published>>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong waiters = new AtomicLong();
    private volatile Published published;

    /**
     * A grant as it goes over the wire.
     *
     * @param version how new it is
     * @param json the grant, written once for all nodes
     */
    public record Published(GrantVersion version, String json) {}

    /**
     * A closed book.
     *
     * @param mostWaiting how many nodes may wait at a time
     */
    public GrantBook(
            Granting granting,
            Supplier<Policy> policy,
            Supplier<Collection<Application>> applications,
            int mostWaiting) {
        this.granting = granting;
        this.policy = policy;
        this.applications = applications;
        this.mostWaiting = mostWaiting;
    }

    /** Begins a term: what was granted before is older than anything from now on. */
    public synchronized void open(long epoch) {
        publish(GrantVersion.of(epoch, 1));
    }

    /** Ends the term and sends away everybody who waits. */
    public synchronized void close() {
        published = null;
        waiting.values().forEach(waiter -> waiter.completeExceptionally(notLeading()));
        waiting.clear();
    }

    /** Grants anew after policy or applications changed, and wakes everybody who waits. Nothing while closed. */
    public synchronized void renew() {
        Published before = published;
        if (before == null) {
            return;
        }
        try {
            publish(GrantVersion.of(before.version().epoch(), before.version().sequence() + 1));
        } catch (NotStored ending) {
            LOG.debug("The term ends while its grant is renewed: {}", ending.getMessage());
        }
    }

    private void publish(GrantVersion version) {
        Published next = new Published(
                version, WireFormat.grantToJson(granting.grant(version, policy.get(), applications.get())));
        published = next;
        for (CompletableFuture<Optional<Published>> waiter : waiting.values()) {
            waiter.complete(Optional.of(next));
        }
    }

    /** The version of the grant now; {@link GrantVersion#NONE} while closed. */
    public GrantVersion version() {
        Published now = published;
        return now == null ? GrantVersion.NONE : now.version();
    }

    /** How many nodes wait. */
    public int waiting() {
        return waiting.size();
    }

    /**
     * The grant as soon as it is another than the known one; nothing when the patience ends first.
     *
     * <p>The future fails with {@link NotStored} when this coordinator does not lead, or ceases to. Whoever continues it
     * does so on a thread of its own: it is completed by the one that changed the policy. Whoever completes it ends the waiting.
     *
     * @throws TooManyNodes if no more nodes can wait
     */
    public CompletableFuture<Optional<Published>> otherThan(GrantVersion known, Duration patience) {
        Published now = published;
        if (now == null) {
            return CompletableFuture.failedFuture(notLeading());
        }
        if (!now.version().equals(known)) {
            return CompletableFuture.completedFuture(Optional.of(now));
        }
        if (patience.isZero()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (waiting.size() >= mostWaiting) {
            throw new TooManyNodes(mostWaiting, "waiting nodes");
        }
        long number = waiters.incrementAndGet();
        CompletableFuture<Optional<Published>> waiter = new CompletableFuture<>();
        CompletableFuture<Optional<Published>> unused = waiter.completeOnTimeout(
                        Optional.empty(), patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((granted, trouble) -> waiting.remove(number));
        waiting.put(number, waiter);
        Published later = published;
        if (later == null) {
            waiter.completeExceptionally(notLeading());
        } else if (!later.version().equals(known)) {
            waiter.complete(Optional.of(later));
        }
        if (waiter.isDone()) {
            waiting.remove(number);
        }
        return waiter;
    }

    private static NotStored notLeading() {
        return new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
    }
}
