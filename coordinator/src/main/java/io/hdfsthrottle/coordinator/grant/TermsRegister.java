package io.hdfsthrottle.coordinator.grant;

import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import java.util.Set;

/**
 * Persists for later leaders which nodes may apply terms: written before a node gets its first terms, so that a new
 * leader knows of every part of a limit in force. Opened and closed by any thread, otherwise used by one.
 */
public final class TermsRegister {
    private static final Concern<TermHolders> HOLDERS = new Concern<>(
            "holders of terms",
            TermHolders.NONE,
            new Snapshot<>("terms", 1, TermHolders.NONE, byte[].class, TermHolders::bytes, TermHolders::of),
            Unreadable.STOPS_LEADER);

    private final Replicated<TermHolders> holders;
    private volatile TermHolders left = TermHolders.NONE;
    private TermHolders lastUnheard = TermHolders.NONE;
    private Set<String> lastHeard = Set.of();
    private long epoch;

    public TermsRegister(SnapshotStore store) {
        this.holders = new Replicated<>(HOLDERS, store);
    }

    /**
     * Reads the holders recorded by earlier leaders.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood
     */
    public void open(Term term) {
        holders.open(term, loaded -> left = loaded);
    }

    public void close() {
        holders.close();
    }

    /**
     * The nodes that may apply terms of earlier leaders.
     *
     * @throws NotStored while closed
     */
    public TermHolders left() {
        holders.now();
        return left;
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
        requireTerm(inEpoch);
        if (epoch != inEpoch || !heard.equals(lastHeard) || !unheard.equals(lastUnheard)) {
            holders.change(
                    before -> {
                        requireTerm(inEpoch); // no other can begin until this change has ended
                        return unheard.and(heard);
                    },
                    false);
            epoch = inEpoch;
            lastHeard = Set.copyOf(heard);
            lastUnheard = unheard;
        }
    }

    private void requireTerm(long epochWanted) {
        if (holders.term().filter(term -> term.epoch() == epochWanted).isEmpty()) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "the term has ended");
        }
    }
}
