package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Snapshots in memory, refused on demand. */
public final class MemoryStore implements SnapshotStore {
    private final Map<String, byte[]> snapshots = new HashMap<>();
    private NotStored.Reason refusing;

    /** From now on refuses for that reason; null to refuse no more. */
    public void refuse(NotStored.Reason reason) {
        refusing = reason;
    }

    @Override
    public Optional<byte[]> load(String concern) {
        return Optional.ofNullable(snapshots.get(concern));
    }

    @Override
    public void write(Term term, String concern, byte[] snapshot) {
        if (refusing != null) {
            throw new NotStored(refusing, "refused by the test");
        }
        if (snapshot.length > LARGEST_BYTES) {
            throw new NotStored(NotStored.Reason.TOO_LARGE, "too large");
        }
        snapshots.put(concern, snapshot);
    }
}
