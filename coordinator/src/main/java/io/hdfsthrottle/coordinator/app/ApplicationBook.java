package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The applications of the current term and their leases: open while this coordinator leads, closed otherwise.
 *
 * <p>Who is alive is kept in ZooKeeper, when a lease ends only here: a renewal writes nothing, and a new leader gives
 * everybody a full lease. Changes take turns under this object's lock; readers and renewals take none.
 */
public final class ApplicationBook {
    private final SnapshotStore store;
    private final Ticker ticker;
    private final Duration expiry;
    private final Runnable changed;
    private final ConcurrentMap<String, Long> renewed = new ConcurrentHashMap<>();
    private volatile Page page;

    private record Page(Term term, Map<String, Application> applications) {}

    /**
     * A closed book.
     *
     * @param expiry how long an application lives without renewing
     * @param changed called after every change that was kept
     */
    public ApplicationBook(SnapshotStore store, Ticker ticker, Duration expiry, Runnable changed) {
        this.store = store;
        this.ticker = ticker;
        this.expiry = expiry;
        this.changed = changed;
    }

    /** Loads what the last leader left, gives every application a full lease, and begins to answer. */
    public synchronized void open(Term term) {
        Map<String, Application> loaded = new TreeMap<>();
        store.load(ApplicationSnapshot.CONCERN)
                .map(ApplicationSnapshot::read)
                .ifPresent(all -> all.forEach(each -> loaded.put(each.id(), each)));
        renewed.clear();
        long now = ticker.nanos();
        loaded.keySet().forEach(id -> renewed.put(id, now));
        page = new Page(term, loaded);
    }

    /** Stops to answer. */
    public void close() {
        page = null;
    }

    /** The living applications, by id. */
    public Collection<Application> applications() {
        return openPage().applications().values();
    }

    /** The living application with this id, if there is one. */
    public Optional<Application> application(String id) {
        return Optional.ofNullable(openPage().applications().get(id));
    }

    /**
     * Registers an application, or registers it again: with the proof that it is the same its identity stays what it was, even if its lease ended, and
     * even if somebody else took its id meanwhile.
     *
     * @param proven whether the registrant has proved that it registered this at {@link Application#notBefore()}
     * @throws InUse if a living application has this id, and nothing was proved
     * @throws NotStored if it was not kept, or nobody knows
     */
    public synchronized void register(Application wanted, boolean proven) {
        Page before = openPage();
        check(wanted, proven);
        Application known = before.applications().get(wanted.id());
        if (!wanted.equals(known)) {
            Map<String, Application> after = new TreeMap<>(before.applications());
            after.put(wanted.id(), wanted);
            turn(before, after);
        }
        renewed.put(wanted.id(), ticker.nanos());
    }

    /**
     * Does what {@link #register} checks and nothing else.
     *
     * @throws InUse if it would be refused
     */
    public void check(Application wanted, boolean proven) {
        Application known = openPage().applications().get(wanted.id());
        if (known != null && (!proven || known.notBefore() < wanted.notBefore())) {
            throw new InUse("application " + wanted.id() + " is alive, and only its registrant can register it again,"
                    + " with its secret; choose another id, or wait until its lease has ended");
        }
    }

    /** Renews a lease; nothing if the application is not alive and has to register again. */
    public Optional<Application> renew(String id) {
        Optional<Application> alive = application(id);
        if (alive.isEmpty() || renewed.computeIfPresent(id, (same, before) -> ticker.nanos()) == null) {
            return Optional.empty();
        }
        return alive;
    }

    /** Ends an application; whether it was alive. */
    public synchronized boolean withdraw(String id) {
        Page before = openPage();
        Map<String, Application> after = new TreeMap<>(before.applications());
        if (after.remove(id) == null) {
            return false;
        }
        turn(before, after);
        renewed.remove(id);
        return true;
    }

    /** Ends the applications that did not renew in time; called about once a second. */
    public synchronized void expire() {
        Page before = page;
        if (before == null) {
            return;
        }
        long now = ticker.nanos();
        Map<String, Application> after = new TreeMap<>(before.applications());
        after.keySet().removeIf(id -> now - renewed.getOrDefault(id, now) > expiry.toNanos());
        if (after.size() < before.applications().size()) {
            turn(before, after);
            renewed.keySet().retainAll(after.keySet());
        }
    }

    private void turn(Page before, Map<String, Application> after) {
        store.write(before.term(), ApplicationSnapshot.CONCERN, ApplicationSnapshot.write(after.values()));
        if (page != null) {
            page = new Page(before.term(), after);
            changed.run();
        }
    }

    private Page openPage() {
        Page open = page;
        if (open == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        return open;
    }
}
