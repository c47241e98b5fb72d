package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
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
    private volatile Page page;

    private record Page(Term term, Policy policy) {}

    /** @param changed called after every change that was kept */
    public PolicyBook(SnapshotStore store, Runnable changed) {
        this.store = store;
        this.changed = changed;
    }

    /** Loads what the last leader left and begins to answer. */
    public synchronized void open(Term term) {
        page = new Page(
                term,
                store.load(PolicySnapshot.CONCERN).map(PolicySnapshot::read).orElse(Policy.INITIAL));
    }

    /** Stops to answer. */
    public void close() {
        page = null;
    }

    /** The policy now. */
    public Policy policy() {
        return openPage().policy();
    }

    /** Says what the policy would be after the change, and changes nothing; refused as the change would be. */
    public Policy rehearse(UnaryOperator<Policy> change) {
        return change.apply(policy());
    }

    /**
     * Changes the policy, whole or not at all. The change may refuse by throwing; one that changes nothing is not written.
     *
     * @return the policy after the change
     * @throws NotStored if it was not kept, or nobody knows
     */
    public synchronized Policy change(UnaryOperator<Policy> change) {
        Page before = openPage();
        Policy after = change.apply(before.policy());
        if (after.equals(before.policy())) {
            return after;
        }
        store.write(before.term(), PolicySnapshot.CONCERN, PolicySnapshot.write(after));
        if (page != null) {
            page = new Page(before.term(), after);
            changed.run();
        }
        return after;
    }

    private Page openPage() {
        Page open = page;
        if (open == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        return open;
    }
}
