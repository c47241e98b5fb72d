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
 * <p>A change is first kept, then seen: readers never see what ZooKeeper has not confirmed. Changes take turns under
 * this object's lock; readers take none.
 */
public final class PolicyBook {
    private final SnapshotStore store;
    private final Runnable changed;
    private final TermMemory<Policy> memory = new TermMemory<>();

    /** @param changed called after every change that was kept */
    public PolicyBook(SnapshotStore store, Runnable changed) {
        this.store = store;
        this.changed = changed;
    }

    /** Loads what the last leader left and begins to answer. */
    public synchronized void open(Term term) {
        memory.open(term, this::load);
    }

    /** Stops to answer. */
    public void close() {
        memory.close();
    }

    /** The policy now. */
    public Policy policy() {
        return memory.now().content();
    }

    /**
     * The policy as it was kept last, whichever coordinator leads: while this coordinator does not, what ZooKeeper says, which may be a moment old.
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
     * Says what the policy would be after the change, and changes nothing; refused as the change would be.
     *
     * @throws NotStored if it would not be kept
     */
    public Policy rehearse(UnaryOperator<Policy> change) {
        Policy after = change.apply(policy());
        store.check(PolicySnapshot.CONCERN, PolicySnapshot.write(after));
        return after;
    }

    /**
     * Changes the policy, whole or not at all. The change may refuse by throwing; one that changes nothing is not written.
     *
     * @param kept told the policy before and after, in the order of changes, once the change was kept
     * @return the policy after the change
     * @throws NotStored if it was not kept, or that is not known
     */
    public synchronized Policy change(UnaryOperator<Policy> change, BiConsumer<Policy, Policy> kept) {
        TermMemory.Page<Policy> before = memory.now();
        Policy after = change.apply(before.content());
        if (after.equals(before.content())) {
            return after;
        }
        store.write(before.term(), PolicySnapshot.CONCERN, PolicySnapshot.write(after));
        if (memory.turn(before, after)) {
            changed.run();
        }
        kept.accept(before.content(), after);
        return after;
    }
}
