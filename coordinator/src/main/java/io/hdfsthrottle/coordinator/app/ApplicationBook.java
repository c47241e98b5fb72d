package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private final TermMemory<Map<String, Application>> memory = new TermMemory<>();

    /** Told what was kept of one application, in the order of changes. */
    @FunctionalInterface
    public interface Kept {
        /** What it was, if it was alive, and what it is, if it lives. */
        void changed(Optional<Application> before, Optional<Application> after);
    }

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
        memory.open(term, this::load);
    }

    private Map<String, Application> load() {
        Map<String, Application> loaded = new TreeMap<>();
        store.load(ApplicationSnapshot.CONCERN)
                .map(ApplicationSnapshot::read)
                .ifPresent(all -> all.forEach(each -> loaded.put(each.id(), each)));
        renewed.clear();
        long now = ticker.nanos();
        loaded.keySet().forEach(id -> renewed.put(id, now));
        return loaded;
    }

    /** Stops to answer. */
    public void close() {
        memory.close();
    }

    /** The living applications, by id. */
    public Collection<Application> applications() {
        return memory.now().content().values();
    }

    /** The living application with this id, if there is one. */
    public Optional<Application> application(String id) {
        return Optional.ofNullable(memory.now().content().get(id));
    }

    /**
     * Registers an application, or registers it again: with the proof that it is the same its identity stays what it was, even if its lease ended, and
     * even if somebody else took its id meanwhile.
     *
     * @param proven whether the registrant has proved that it registered this at {@link Application#notBefore()}
     * @param kept told of it, unless it is what it was
     * @throws InUse if a living application has this id, and nothing was proved
     * @throws NotStored if it was not kept, or nobody knows
     */
    public synchronized void register(Application wanted, boolean proven, Kept kept) {
        TermMemory.Page<Map<String, Application>> before = memory.now();
        check(wanted, proven);
        Application known = before.content().get(wanted.id());
        if (!wanted.equals(known)) {
            turn(before, with(before, wanted));
            kept.changed(Optional.ofNullable(known), Optional.of(wanted));
        }
        renewed.put(wanted.id(), ticker.nanos());
    }

    private static Map<String, Application> with(TermMemory.Page<Map<String, Application>> before, Application wanted) {
        Map<String, Application> after = new TreeMap<>(before.content());
        after.put(wanted.id(), wanted);
        return after;
    }

    /**
     * Does all that {@link #register} checks and nothing else.
     *
     * @throws InUse if it would be refused
     * @throws NotStored if it would not be kept
     */
    public void rehearse(Application wanted, boolean proven) {
        check(wanted, proven);
        store.check(
                ApplicationSnapshot.CONCERN,
                ApplicationSnapshot.write(with(memory.now(), wanted).values()));
    }

    private void check(Application wanted, boolean proven) {
        Application known = memory.now().content().get(wanted.id());
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
    public synchronized boolean withdraw(String id, Kept kept) {
        TermMemory.Page<Map<String, Application>> before = memory.now();
        Map<String, Application> after = new TreeMap<>(before.content());
        Application ended = after.remove(id);
        if (ended == null) {
            return false;
        }
        turn(before, after);
        renewed.remove(id);
        kept.changed(Optional.of(ended), Optional.empty());
        return true;
    }

    /**
     * Ends the applications that did not renew in time; called about once a second.
     *
     * @param kept told of those that it ended
     * @throws NotStored if it was not kept, or nobody knows: none was ended, as far as anybody here sees
     */
    public synchronized void expire(Kept kept) {
        Optional<TermMemory.Page<Map<String, Application>>> open = memory.ifOpen();
        if (open.isEmpty()) {
            return;
        }
        Map<String, Application> after = new TreeMap<>(open.get().content());
        Map<String, Long> leases = endLeases(after.keySet());
        if (leases.isEmpty()) {
            return;
        }
        List<Application> ended = new ArrayList<>();
        leases.keySet().forEach(id -> ended.add(after.remove(id)));
        try {
            turn(open.get(), after);
        } catch (RuntimeException notKept) {
            leases.forEach(renewed::putIfAbsent);
            throw notKept;
        }
        ended.forEach(each -> kept.changed(Optional.of(each), Optional.empty()));
    }

    /** Ends leases before anything is written: who renews from now on is told to register again, and nobody renews what is then removed. */
    private Map<String, Long> endLeases(Collection<String> alive) {
        long now = ticker.nanos();
        Map<String, Long> ended = new TreeMap<>();
        for (String id : alive) {
            Long since = renewed.get(id);
            if (since != null && now - since > expiry.toNanos() && renewed.remove(id, since)) {
                ended.put(id, since);
            }
        }
        return ended;
    }

    private void turn(TermMemory.Page<Map<String, Application>> before, Map<String, Application> after) {
        store.write(before.term(), ApplicationSnapshot.CONCERN, ApplicationSnapshot.write(after.values()));
        if (memory.turn(before, after)) {
            changed.run();
        }
    }
}
