package io.hdfsthrottle.coordinator.election;

import java.util.Optional;

/** Keeps one whole snapshot a concern; the leader reads all of it, and no other coordinator can write. Thread-safe. */
public interface SnapshotStore {
    /** What one snapshot may hold at most: ZooKeeper drops connections that carry much more. */
    int LARGEST_BYTES = 256 * 1024;

    /**
     * The last snapshot of that concern, or nothing when there never was one.
     *
     * @throws NotStored if it cannot be read now
     */
    Optional<byte[]> load(String concern);

    /**
     * Does what {@link #write} checks before it writes.
     *
     * @throws NotStored if it is too large
     */
    default void check(String concern, byte[] snapshot) {
        if (snapshot.length > LARGEST_BYTES) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "the " + concern + " would need " + snapshot.length + " bytes, and one snapshot holds at most "
                            + LARGEST_BYTES);
        }
    }

    /**
     * Replaces the snapshot of that concern, whole or not at all.
     *
     * @throws NotStored if it was not kept, or nobody knows
     */
    void write(Term term, String concern, byte[] snapshot);
}
