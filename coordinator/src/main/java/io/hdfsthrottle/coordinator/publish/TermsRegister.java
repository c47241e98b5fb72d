package io.hdfsthrottle.coordinator.publish;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import java.util.Set;

/**
 * Remembers for the leaders to come which nodes may go by terms: kept before a node is given its first, so that no part of a limit is in force of which a
 * new leader cannot know. Opened and closed by any thread, otherwise used by one.
 */
public final class TermsRegister {
    private static final String CONCERN = "terms";

    private final SnapshotStore store;
    private final TermMemory<TermHolders> left = new TermMemory<>();
    private TermHolders kept = TermHolders.NONE;
    private TermHolders lastUnheard = TermHolders.NONE;
    private Set<String> lastHeard = Set.of();
    private long epoch;

    /** A closed register. */
    public TermsRegister(SnapshotStore store) {
        this.store = store;
    }

    /**
     * Reads what leaders before have left.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood
     */
    public void open(Term term) {
        left.open(term, () -> store.load(CONCERN).map(TermHolders::read).orElse(TermHolders.NONE));
    }

    /** Forgets it. */
    public void close() {
        left.close();
    }

    /**
     * The nodes that may go by terms of leaders before.
     *
     * @throws NotStored while closed
     */
    public TermHolders left() {
        return left.now().content();
    }

    /**
     * Keeps that these nodes may go by terms, and no others.
     *
     * @param inEpoch the term in which that was decided
     * @param heard by name
     * @param unheard others, of leaders before
     * @throws NotStored if it was not kept, or that is not known: none of them that is new may be given any
     */
    public void keep(long inEpoch, Set<String> heard, TermHolders unheard) {
        Page<TermHolders> page = left.now();
        if (page.term().epoch() != inEpoch) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "the term has ended");
        }
        boolean another = epoch != inEpoch;
        if (!another && heard.equals(lastHeard) && unheard.equals(lastUnheard)) {
            return;
        }
        TermHolders before = another ? page.content() : kept;
        TermHolders all = unheard.and(heard);
        if (!all.equals(before)) {
            store.write(page.term(), CONCERN, all.write());
        }
        epoch = inEpoch;
        kept = all;
        lastHeard = Set.copyOf(heard);
        lastUnheard = unheard;
    }
}
