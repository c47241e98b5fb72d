package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Outcome;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications of the current term and their leases: open while this coordinator leads, closed otherwise.
 *
 * <p>The living applications are kept in ZooKeeper, the ends of their leases only in memory: a renewal writes nothing,
 * and a new leader gives every application a full lease. Changes are batched into groups and stored one group after the
 * other by one thread; readers and renewals never block.
 */
public final class ApplicationBook {
    private static final Logger LOG = LoggerFactory.getLogger(ApplicationBook.class);
    private static final int MOST_WAITING = ApplicationTable.MOST;

    private static final Kept SILENT = (before, after) -> {};

    /** Shorter than the idle timeout of a connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final int mostOfARegistrant;
    private final Executor gathering;
    private final Consumer<Set<String>> changed;
    private final Leases leases;
    private final BlockingQueue<Change> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final AtomicBoolean gathers = new AtomicBoolean();
    private final Replicated<ApplicationTable> table;

    /** Listener for stored changes of an application, in their order; called on the thread that stores them. */
    @FunctionalInterface
    public interface Kept {
        /** The application before, if it was alive, and after, if it is alive. */
        void changed(Optional<Application> before, Optional<Application> after);
    }

    /**
     * Decides on the reservation that an application asks for; called on the thread that stores changes, one after the
     * other.
     */
    @FunctionalInterface
    public interface Settling {
        /** Grants every reservation as asked for. */
        Settling AS_ASKED = (known, wanted, reserving) -> wanted;

        /**
         * The application to be kept for the wanted one.
         *
         * @param known the application before, if it was alive
         * @param reserving the applications that have a reservation or wait for one, itself included if it does
         * @throws InsufficientCapacity if there is no room for it and it does not wait
         */
        Application settle(
                Optional<Application> known, Application wanted, Supplier<Collection<Application>> reserving);
    }

    /**
     * Creates a closed book.
     *
     * @param expiry how long an application lives without renewing
     * @param mostOfARegistrant how many applications one registrant may have
     * @param gathering runs tasks on one thread, after the time in which changes are batched
     * @param changed called with the ids of every group of changes that was kept
     */
    public ApplicationBook(
            SnapshotStore store,
            Ticker ticker,
            Duration expiry,
            int mostOfARegistrant,
            Executor gathering,
            Consumer<Set<String>> changed) {
        this.table = new Replicated<>(ApplicationTable.concern(), store);
        this.mostOfARegistrant = mostOfARegistrant;
        this.gathering = gathering;
        this.changed = changed;
        this.leases = new Leases(ticker, expiry);
    }

    /** Loads what the last leader left, gives every application a full lease, and begins to answer. */
    public synchronized void open(Term term) {
        table.open(term, loaded -> leases.restart(loaded.all()));
    }

    /** Stops answering. */
    public void close() {
        table.close();
    }

    /** The living applications, by id. */
    public Collection<Application> applications() {
        return table.now().all();
    }

    /** The applications that have a reservation or wait for one. */
    public Collection<Application> reserving() {
        return table.now().reserving();
    }

    /** How long an application lives without renewing; zero if it is not alive. */
    public Duration leaseLeft(String id) {
        return leases.left(id);
    }

    /** How many applications are alive. */
    public int count() {
        return table.now().count();
    }

    /** The living application with this id, if there is one. */
    public Optional<Application> application(String id) {
        return table.now().find(id);
    }

    /**
     * Registers an application, or registers it again: with the proof that it is the same its identity stays what it
     * was, even if its lease ended, and even if another registrant took its id meanwhile. An unchanged one only renews
     * its lease and writes nothing.
     *
     * @param proven whether the registrant has proved that it registered this at {@link Application#notBefore()}
     * @param settling decides on the reservation that it asks for
     * @param kept called with it, unless it is unchanged
     * @return done once it is kept; fails with {@link InUse} if a living application has this id and nothing was
     *     proved, with {@link InsufficientCapacity} if its reservation was refused, and with {@link NotStored} if it
     *     was not kept or that is not known
     */
    public CompletableFuture<?> register(Application wanted, boolean proven, Settling settling, Kept kept) {
        boolean same = proven && application(wanted.id()).equals(Optional.of(wanted));
        return same && leases.renew(wanted.id())
                ? CompletableFuture.completedFuture(true)
                : submit(new Change.Registration(wanted, proven, leases, settling, kept));
    }

    /**
     * A dry run of {@link #register}: makes all its checks and returns what would be kept.
     *
     * @throws InUse if it would be refused
     * @throws InsufficientCapacity if its reservation would be refused
     * @throws NotStored if it would not be kept
     */
    public Application rehearse(Application wanted, boolean proven, Settling settling) {
        return new Change.Registration(wanted, proven, leases, settling, SILENT)
                .rehearse(new Group(table.now(), mostOfARegistrant));
    }

    /** Renews a lease; empty if the application is not alive and has to register again. */
    public Optional<Application> renew(String id) {
        return application(id).filter(alive -> leases.renew(id));
    }

    /**
     * Changes the terms of an application; whether it was alive, once that is kept. Fails with {@link
     * InsufficientCapacity} if its reservation was refused, and with {@link NotStored} if it was not kept or that is
     * not known.
     */
    public CompletableFuture<Boolean> change(
            String id, UnaryOperator<Application> change, Settling settling, Kept kept) {
        return submit(new Change.OfTerms(id, change, settling, kept));
    }

    /**
     * A dry run of {@link #change}: makes all its checks and returns what would be kept, if it is alive.
     *
     * @throws InsufficientCapacity if its reservation would be refused
     */
    public Optional<Application> rehearseChange(String id, UnaryOperator<Application> change, Settling settling) {
        return new Change.OfTerms(id, change, settling, SILENT).rehearse(new Group(table.now(), mostOfARegistrant));
    }

    /**
     * Ends an application; whether it was alive, once that is kept. Fails with {@link NotStored} if it was not kept or
     * that is not known.
     */
    public CompletableFuture<Boolean> withdraw(String id, Kept kept) {
        return submit(new Change.Withdrawal(id, leases, kept));
    }

    /**
     * Ends the applications that did not renew in time; called about once a second.
     *
     * @param kept called for those that it ended
     * @return done once all are kept; fails with {@link NotStored} if some were not, or that is not known: they are
     *     ended later
     */
    public CompletableFuture<?> expire(Kept kept) {
        if (table.ifOpen().isEmpty()) {
            return CompletableFuture.completedFuture(true);
        }
        return CompletableFuture.allOf(leases.ended().stream()
                .map(lease -> submit(new Change.Expiry(lease, leases, kept)))
                .toArray(CompletableFuture<?>[]::new));
    }

    private CompletableFuture<Boolean> submit(Change change) {
        ApplicationTable unused = table.now();
        if (!waiting.offer(change)) {
            throw new NotStored(
                    NotStored.Reason.BUSY, MOST_WAITING + " changes of applications wait to be kept; ask again soon");
        }
        gather();
        return change.outcome()
                .copy()
                .orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .handle(ApplicationBook::outcome);
    }

    private static Boolean outcome(Boolean done, Throwable trouble) {
        if (trouble instanceof TimeoutException) {
            throw new NotStored(
                    NotStored.Reason.OUTCOME_UNKNOWN, "not confirmed within " + PATIENCE.toSeconds() + " s");
        }
        Throwable cause = trouble == null || trouble.getCause() == null ? trouble : trouble.getCause();
        if (cause instanceof RuntimeException refused) {
            throw refused;
        }
        return done;
    }

    private void gather() {
        if (gathers.compareAndSet(false, true)) {
            try {
                gathering.execute(this::keep);
            } catch (RejectedExecutionException stopped) {
                gathers.set(false);
                LOG.debug("Nothing is kept any more: {}", stopped.toString());
            }
        }
    }

    private synchronized void keep() {
        gathers.set(false);
        while (!waiting.isEmpty()) {
            List<Change> members = new ArrayList<>();
            try {
                Set<String> ids = table.decide(before -> gathered(before, members), false);
                if (!ids.isEmpty()) {
                    guarded(() -> changed.accept(ids));
                }
                members.forEach(change -> guarded(change::kept));
            } catch (RuntimeException notKept) {
                if (table.ifOpen().isEmpty() && members.isEmpty()) {
                    waiting.drainTo(members);
                }
                members.forEach(change -> change.failed(notKept));
            }
        }
    }

    private Outcome<ApplicationTable, Set<String>> gathered(ApplicationTable before, List<Change> members) {
        Group group = new Group(before, mostOfARegistrant);
        for (Change next = waiting.peek(); next != null && joins(next, group, members); next = waiting.peek()) {
            waiting.remove();
        }
        return new Outcome<>(group.after(), group.changed());
    }

    /** The change is already stored: a listener that fails does not affect the others. */
    private static void guarded(Runnable news) {
        try {
            news.run();
        } catch (RuntimeException bug) {
            LOG.error("A change of applications was stored, but not every node could be notified", bug);
        }
    }

    /** Whether a change need not wait for the next group: it is a member of this one, or refused. */
    private static boolean joins(Change change, Group group, List<Change> members) {
        try {
            boolean joined = change.join(group);
            if (joined) {
                members.add(change);
            }
            return joined;
        } catch (RuntimeException refused) {
            change.failed(refused);
            return true;
        }
    }
}
