package io.hdfsthrottle.coordinator.state;

/**
 * Listener for the begin and end of this coordinator's terms as leader; always called from one thread, in this order.
 */
public interface TermListener {
    /**
     * This coordinator was elected and fenced its predecessors out: the time to load what they left.
     *
     * @throws NotStored if the snapshots cannot be read now; the leadership is given back and tried again later
     */
    void begins(Term term) throws NotStored;

    /** This coordinator leads no longer. */
    void ends();
}
