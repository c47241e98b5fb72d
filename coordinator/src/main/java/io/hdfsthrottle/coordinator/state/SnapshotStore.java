package io.hdfsthrottle.coordinator.state;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Store of one whole snapshot per concern; the leader reads all of it, and no other coordinator can write. Thread-safe;
 * one thread at a time writes a concern.
 */
public interface SnapshotStore {
    /** The maximum size of one snapshot: ZooKeeper drops connections that carry much more. */
    int LARGEST_BYTES = 256 * 1024;

    /** The maximum total size of snapshots that are written together. */
    int LARGEST_TOGETHER = 512 * 1024;

    /**
     * The last snapshot of that concern; empty if there never was one.
     *
     * @throws NotStored if it cannot be read now
     */
    Optional<byte[]> load(String concern);

    /**
     * The last snapshots of these concerns; those that never existed are left out.
     *
     * @throws NotStored if one cannot be read now
     */
    Map<String, byte[]> load(Collection<String> concerns);

    /**
     * Replaces the snapshot of that concern, whole or not at all.
     *
     * @throws NotStored if it was not kept, or that is not known
     */
    default void write(Term term, String concern, byte[] snapshot) {
        write(term, Map.of(concern, snapshot));
    }

    /**
     * Replaces the snapshots of several concerns, all of them or none.
     *
     * @param snapshots by concern
     * @throws NotStored if they were not kept, or that is not known
     */
    void write(Term term, Map<String, byte[]> snapshots);

    /**
     * Makes the checks of {@link #write} for several snapshots, without writing.
     *
     * @throws NotStored if one, or all together, are too large
     */
    default void check(Map<String, byte[]> snapshots) {
        snapshots.forEach((concern, snapshot) -> {
            if (snapshot.length > LARGEST_BYTES) {
                throw new NotStored(
                        NotStored.Reason.TOO_LARGE,
                        "the " + concern + " would need " + snapshot.length + " bytes, and one snapshot holds at most "
                                + LARGEST_BYTES);
            }
        });
        int together = snapshots.values().stream().mapToInt(each -> each.length).sum();
        if (together > LARGEST_TOGETHER) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "what is to be kept together would need " + together + " bytes, and ZooKeeper takes at most "
                            + LARGEST_TOGETHER + " at a time");
        }
    }
}
