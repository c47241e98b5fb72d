package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * The policy of the current term: open while this coordinator leads, closed otherwise.
 *
 * <p>A change is persisted before it is visible: readers never see what ZooKeeper has not confirmed. Changes are
 * serialized by this object's lock; readers take none.
 */
public final class PolicyBook {
    private final SnapshotStore store;
    private final Runnable changed;
    private final TermMemory<Policy> memory = new TermMemory<>();

    /** @param changed called after every persisted change */
    public PolicyBook(SnapshotStore store, Runnable changed) {
        this.store = store;
        this.changed = changed;
    }

    /** Loads the last leader's policy and opens the book. */
    public synchronized void open(Term term) {
        memory.open(term, this::load);
    }

    /** Closes the book. */
    public void close() {
        memory.close();
    }

    /** The current policy. */
    public Policy policy() {
        return memory.now().content();
    }

    /**
     * The last persisted policy, whichever coordinator leads: read from ZooKeeper, and possibly slightly stale, while
     * this coordinator does not lead.
     *
     * @throws NotStored if it cannot be read now
     */
    public Policy kept() {
        return memory.ifOpen().map(TermMemory.Page::content).orElseGet(this::load);
    }

    private Policy load() {
        return store.load(PolicySnapshot.CONCERN).map(PolicySnapshot::read).orElse(Policy.INITIAL);
    }

    /**
     * Dry run: the policy after the change, without changing it; refused like the change itself.
     *
     * @throws NotStored if it would not be persisted
     */
    public Policy rehearse(UnaryOperator<Policy> change) {
        Policy after = change.apply(policy());
        store.check(PolicySnapshot.CONCERN, PolicySnapshot.write(after));
        return after;
    }

    /**
     * Changes the policy atomically. The change may refuse by throwing; one that changes nothing is not written.
     *
     * @param kept receives the policy before and after, in the order of changes, once the change is persisted
     * @return the policy after the change
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public synchronized Policy change(UnaryOperator<Policy> change, BiConsumer<Policy, Policy> kept) {
        TermMemory.Page<Policy> before = memory.now();
        Policy after = change.apply(before.content());
        if (after.equals(before.content())) {
            return after;
        }
        store.write(before.term(), PolicySnapshot.CONCERN, PolicySnapshot.write(after));
        if (memory.replace(before, after)) {
            changed.run();
        }
        kept.accept(before.content(), after);
        return after;
    }
}
