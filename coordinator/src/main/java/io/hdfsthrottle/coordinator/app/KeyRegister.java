package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.identity.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Stores for all coordinators which signing key each key id stands for, so that no two of them sign with different keys
 * of one id: half of the cluster would refuse such tags, and applications would lose their identity at a failover. For
 * one thread at a time.
 */
public final class KeyRegister {
    private static final String CONCERN = "keys";

    private final SnapshotStore store;
    private final Supplier<SigningKeys> keys;
    private volatile KeyFingerprints registered = KeyFingerprints.NONE;

    /** A register of those keys, which may change. */
    public KeyRegister(SnapshotStore store, Supplier<SigningKeys> keys) {
        this.store = store;
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
     * @throws io.hdfsthrottle.coordinator.election.NotStored if they cannot be read or kept now
     * @throws IllegalStateException if what is kept is not understood
     */
    public void open(Term term) {
        registered = store.load(CONCERN).map(KeyRegister::read).orElse(KeyFingerprints.NONE);
        confirm(term);
    }

    /** Does the same again, in case the keys have changed since. */
    public void confirm(Term term) {
        KeyFingerprints now = fingerprints();
        now.conflict(registered).ifPresent(id -> {
            throw new Conflict(id);
        });
        KeyFingerprints both = registered.and(now);
        if (!both.equals(registered)) {
            store.write(term, CONCERN, both.toString().getBytes(StandardCharsets.US_ASCII));
            registered = both;
        }
    }

    /** The fingerprints of the keys that this coordinator has now. */
    public KeyFingerprints fingerprints() {
        return keys.get().fingerprints();
    }

    private static KeyFingerprints read(byte[] kept) {
        return KeyFingerprints.parse(new String(kept, StandardCharsets.US_ASCII))
                .orElseThrow(() -> new IllegalStateException("the keys' fingerprints in ZooKeeper are not understood"));
    }
}
