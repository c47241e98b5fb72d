package io.hdfsthrottle.coordinator.state;

import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of one concern: held in memory by the leader, stored for the next one. Open while this coordinator leads.
 *
 * <p>A change is stored before it is visible: readers never see what ZooKeeper has not confirmed. The state is closed
 * before a term is loaded and after it has ended, whatever operations are still under way: a late answer of ZooKeeper
 * opens nothing. Changes are serialised by this object's lock; readers take none. Thread-safe.
 *
 * @param <S> the state; immutable
 */
public final class Replicated<S> {
    private static final Logger LOG = LoggerFactory.getLogger(Replicated.class);

    private final Concern<S> concern;
    private final SnapshotStore store;
    private final BiConsumer<S, S> changed;
    private final AtomicReference<Page<S>> page = new AtomicReference<>();
    private S stored;

    /** The state in a term; null while it is loaded. */
    private record Page<S>(Term term, S state) {}

    /** @param changed called with the state before and after each stored change, in their order, while still open */
    public Replicated(Concern<S> concern, SnapshotStore store, BiConsumer<S, S> changed) {
        this.concern = concern;
        this.store = store;
        this.changed = changed;
    }

    /** The same for a state whose changes concern nobody else. */
    public Replicated(Concern<S> concern, SnapshotStore store) {
        this(concern, store, (before, after) -> {});
    }

    /**
     * Loads what the last leader left, and opens; stays closed if it is closed meanwhile.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood, and the concern stops the leader then
     */
    public void open(Term term) {
        open(term, loaded -> {});
    }

    /** The same; calls that with the state before anybody can see it. */
    public synchronized void open(Term term, Consumer<S> loaded) {
        Page<S> opening = new Page<>(term, null);
        page.set(opening);
        S state = load();
        stored = state;
        loaded.accept(state);
        page.compareAndSet(opening, new Page<>(term, state));
    }

    private S load() {
        try {
            return concern.layout().read(store);
        } catch (IllegalStateException strange) {
            if (concern.unreadable() == Unreadable.STOPS_LEADER) {
                throw strange;
            }
            LOG.error(
                    "The {} begins anew, and its next change replaces what is stored: {}",
                    concern.name(),
                    strange.getMessage());
            return concern.initial();
        }
    }

    public void close() {
        page.set(null);
    }

    /** The state; empty while closed. */
    public Optional<S> ifOpen() {
        return Optional.ofNullable(page.get()).map(Page::state);
    }

    /** The state; that of a new cluster while closed. */
    public S orInitial() {
        return ifOpen().orElse(concern.initial());
    }

    /**
     * The state.
     *
     * @throws NotStored while closed
     */
    public S now() {
        return opened().state();
    }

    /** The term in which it is open. */
    public Optional<Term> term() {
        return Optional.ofNullable(page.get())
                .filter(held -> held.state() != null)
                .map(Page::term);
    }

    /**
     * The last stored state, whichever coordinator leads: read from ZooKeeper, and possibly slightly stale, while this
     * coordinator does not lead.
     *
     * @throws NotStored if it cannot be read now
     */
    public S kept() {
        return ifOpen().orElseGet(() -> concern.layout().read(store));
    }

    private Page<S> opened() {
        Page<S> held = page.get();
        if (held == null || held.state() == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        return held;
    }

    /**
     * Changes the state atomically. The change may refuse by throwing; one that changes nothing is not written.
     *
     * @param dryRun makes all checks and changes nothing
     * @return the state after the change, or as it would be
     * @throws NotStored if it was not stored, or would not be, or that is not known
     */
    public S change(UnaryOperator<S> change, boolean dryRun) {
        return change(change, dryRun, (before, after) -> {});
    }

    /**
     * The same.
     *
     * @param kept called with the state before and after, in the order of changes, once the change is stored, even if
     *     the term has ended meanwhile; not called for a dry run or if nothing changed
     */
    public S change(UnaryOperator<S> change, boolean dryRun, BiConsumer<S, S> kept) {
        Function<S, Outcome<S, S>> decision = before -> {
            S after = change.apply(before);
            return new Outcome<>(after, after);
        };
        return dryRun ? rehearse(decision) : decideAndStore(decision, kept);
    }

    /** The same for a decision that has an answer besides the state. */
    public <R> R decide(Function<S, Outcome<S, R>> decision, boolean dryRun) {
        return dryRun ? rehearse(decision) : decideAndStore(decision, (before, after) -> {});
    }

    private <R> R rehearse(Function<S, Outcome<S, R>> decision) {
        S before = now();
        Outcome<S, R> outcome = decision.apply(before);
        store.check(concern.layout().differences(before, outcome.state()));
        return outcome.answer();
    }

    private synchronized <R> R decideAndStore(Function<S, Outcome<S, R>> decision, BiConsumer<S, S> kept) {
        Page<S> before = opened();
        Outcome<S, R> outcome = decision.apply(before.state());
        S after = outcome.state();
        if (write(before.term(), after)) {
            if (page.compareAndSet(before, new Page<>(before.term(), after))) {
                changed.accept(before.state(), after);
            }
            kept.accept(before.state(), after);
        }
        return outcome.answer();
    }

    /**
     * Replaces the state in memory alone; {@link #store} stores it later. Does nothing while closed.
     *
     * @return the state after that; that of a new cluster while closed
     */
    public synchronized S advance(UnaryOperator<S> next) {
        Page<S> before = page.get();
        if (before == null || before.state() == null) {
            return concern.initial();
        }
        S after = next.apply(before.state());
        return page.compareAndSet(before, new Page<>(before.term(), after)) ? after : concern.initial();
    }

    /**
     * Stores the state as it is, if that was not done.
     *
     * @throws NotStored while closed, if it was not stored, or that is not known
     */
    public synchronized void store() {
        Page<S> now = opened();
        write(now.term(), now.state());
    }

    private boolean write(Term term, S after) {
        Map<String, byte[]> differences = concern.layout().differences(stored, after);
        if (differences.isEmpty()) {
            return false;
        }
        store.write(term, differences);
        stored = after;
        return true;
    }
}
