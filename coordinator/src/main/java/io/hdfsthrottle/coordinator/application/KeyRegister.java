package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.identity.SigningKeys;
import java.util.function.Supplier;

/**
 * Stores for all coordinators which signing key each key id stands for, so that no two of them sign with different keys
 * of one id: half of the cluster would refuse such tags, and applications would lose their identity at a failover. For
 * one thread at a time.
 */
public final class KeyRegister {
    private static final Concern<KeyFingerprints> KEYS = new Concern<>(
            "keys",
            KeyFingerprints.NONE,
            new Snapshot<>("keys", 1, KeyFingerprints.NONE, String.class, KeyFingerprints::toString, KeyRegister::read),
            Unreadable.STOPS_LEADER);

    private final Supplier<SigningKeys> keys;
    private final Replicated<KeyFingerprints> registered;

    /** A register of those keys, which may change. */
    public KeyRegister(SnapshotStore store, Supplier<SigningKeys> keys) {
        this.registered = new Replicated<>(KEYS, store);
        this.keys = keys;
    }

    /** Thrown when an id stands for another key than before: this coordinator must not lead with it. */
    public static final class Conflict extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        Conflict(String id) {
            super("the key " + id + " of signing.keys.file is another than the key " + id + " that coordinators of this"
                    + " cluster have used: copy their file, or give the new key a new id");
        }
    }

    /**
     * Compares the keys with those that earlier leaders used, and stores them.
     *
     * @throws Conflict if an id stands for another key than before
     * @throws io.hdfsthrottle.coordinator.state.NotStored if they cannot be read or kept now
     * @throws IllegalStateException if what is kept is not understood
     */
    public void open(Term term) {
        registered.open(term);
        confirm();
    }

    /** Closes. */
    public void close() {
        registered.close();
    }

    /** Does the same again while open, in case the keys have changed since. */
    public void confirm() {
        KeyFingerprints unused = registered.change(this::withPresent, false);
    }

    private KeyFingerprints withPresent(KeyFingerprints known) {
        KeyFingerprints now = fingerprints();
        now.conflict(known).ifPresent(id -> {
            throw new Conflict(id);
        });
        return known.and(now);
    }

    /** The fingerprints of the keys that this coordinator has now. */
    public KeyFingerprints fingerprints() {
        return keys.get().fingerprints();
    }

    private static KeyFingerprints read(String stored) {
        return KeyFingerprints.parse(stored)
                .orElseThrow(() -> new IllegalArgumentException("these are no fingerprints of keys"));
    }
}
