package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import java.time.Clock;

/**
 * The keys of nodes that are refused, as the leader knows them; a coordinator that does not lead refuses none, and
 * answers no node. Thread-safe.
 */
public final class Revocations {
    private final Clock clock;
    private volatile Replicated<Revoked> state;

    Revocations(Clock clock) {
        this.clock = clock;
    }

    /** Loads what was revoked before. */
    public void open(SnapshotStore store, Term term) {
        Replicated<Revoked> opening = new Replicated<>(Revoked.KEYS, store);
        state = opening;
        opening.open(term);
    }

    /** Stops, also while it loads. */
    public void close() {
        Replicated<Revoked> closing = state;
        state = null;
        if (closing != null) {
            closing.close();
        }
    }

    boolean include(String host, long issuedSeconds) {
        Replicated<Revoked> known = state;
        return known != null && known.orInitial().covers(host, issuedSeconds);
    }

    /**
     * What is revoked now.
     *
     * @throws NotStored if this coordinator does not lead
     */
    public Revoked now() {
        return open().orInitial();
    }

    /**
     * Refuses the keys of that host that were issued until now.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    public Revoked revoke(String host, boolean dryRun) {
        return open().change(before -> before.with(host, clock.millis() / 1_000), dryRun);
    }

    /**
     * Accepts all keys of that host again.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    public Revoked restore(String host, boolean dryRun) {
        return open().change(before -> before.without(host), dryRun);
    }

    private Replicated<Revoked> open() {
        Replicated<Revoked> known = state;
        if (known == null) {
            throw new NotStored(NotStored.Reason.NOT_LEADING, "this coordinator does not lead");
        }
        return known;
    }
}
