package io.hdfsthrottle.coordinator.state;

import java.net.URI;
import java.util.Optional;

/** The leader of the coordinators, as far as this coordinator knows. Thread-safe; both answers come from memory. */
public interface Leadership {
    /** This coordinator's own term while it leads and has loaded what its predecessor left. */
    Optional<Term> term();

    /** The URI of the leader; empty while there is none or ZooKeeper is unreachable. */
    Optional<URI> leader();

    /**
     * Makes all later epochs larger than that one, and ends this term: for nodes that hold a grant of a later epoch
     * than any leader's, because ZooKeeper lost its data.
     *
     * @throws NotStored if this coordinator does not lead, or the outcome is not known
     */
    void raiseEpoch(long above);
}
