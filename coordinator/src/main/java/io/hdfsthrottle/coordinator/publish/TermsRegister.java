package io.hdfsthrottle.coordinator.publish;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import java.util.Set;

/**
 * Persists for later leaders which nodes may apply terms: written before a node gets its first terms, so that a new
 * leader knows of every part of a limit in force. Opened and closed by any thread, otherwise used by one.
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
     * Reads the holders recorded by earlier leaders.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood
     */
    public void open(Term term) {
        left.open(term, () -> store.load(CONCERN).map(TermHolders::read).orElse(TermHolders.NONE));
    }

    /** Drops the content. */
    public void close() {
        left.close();
    }

    /**
     * The nodes that may apply terms of earlier leaders.
     *
     * @throws NotStored while closed
     */
    public TermHolders left() {
        return left.now().content();
    }

    /**
     * Persists that these nodes, and no others, may apply terms.
     *
     * @param inEpoch the term in which that was decided
     * @param heard the nodes with known terms, by name
     * @param unheard other nodes, with terms of earlier leaders
     * @throws NotStored if it was not persisted, or the outcome is unknown: then no new node may be given terms
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
