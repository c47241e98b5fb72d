package io.hdfsthrottle.coordinator.tier;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The configured tiers, open while this coordinator leads: changes are persisted before they are visible. The progress
 * of files is not in it: HDFS has it. Changes are serialized; readers take no lock.
 */
public final class TierBook {
    private final TierSettings settings;
    private final SnapshotStore store;
    private final TermMemory<TierTable> memory = new TermMemory<>();

    /** A closed book. */
    public TierBook(TierSettings settings, SnapshotStore store) {
        this.settings = settings;
        this.store = store;
    }

    /** The settings of tiers. */
    public TierSettings settings() {
        return settings;
    }

    /**
     * Loads the last leader's tiers, if tiers are on.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood: this coordinator must not lead then
     */
    public void open(Term term) {
        if (settings.on()) {
            memory.open(term, () -> store.load(TierSnapshot.CONCERN)
                    .map(TierSnapshot::read)
                    .orElse(TierTable.EMPTY));
        }
    }

    /** Closes the book. */
    public void close() {
        memory.close();
    }

    /** The tiers; empty while closed, or off. */
    public Optional<TierTable> ifOpen() {
        return memory.ifOpen().map(Page::content);
    }

    /**
     * The tiers; none while off.
     *
     * @throws NotStored while closed
     */
    public TierTable table() {
        return settings.on() ? memory.now().content() : TierTable.EMPTY;
    }

    /**
     * Changes them, if tiers are on.
     *
     * @param rehearse a dry run, which changes nothing
     * @throws NotStored if it was not persisted, or the outcome is unknown
     */
    public synchronized TierTable change(UnaryOperator<TierTable> change, boolean rehearse) {
        if (rehearse || !settings.on()) {
            return change.apply(table());
        }
        Page<TierTable> before = memory.now();
        TierTable after = change.apply(before.content());
        if (!after.equals(before.content())) {
            store.write(before.term(), TierSnapshot.CONCERN, TierSnapshot.write(after));
            // Not turned only if the term has ended meanwhile: the next leader reads it then.
            boolean unused = memory.replace(before, after);
        }
        return after;
    }
}
