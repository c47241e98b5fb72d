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
    private Runnable during = () -> {};

    /** From now on refuses for that reason; null to refuse no more. */
    public void refuse(NotStored.Reason reason) {
        refusing = reason;
    }

    /** Does that once, while it next loads or writes. */
    public void during(Runnable act) {
        during = act;
    }

    private void pause() {
        Runnable once = during;
        during = () -> {};
        once.run();
    }

    @Override
    public Optional<byte[]> load(String concern) {
        pause();
        return Optional.ofNullable(snapshots.get(concern));
    }

    @Override
    public void write(Term term, String concern, byte[] snapshot) {
        pause();
        if (refusing != null) {
            throw new NotStored(refusing, "refused by the test");
        }
        check(concern, snapshot);
        snapshots.put(concern, snapshot);
    }
}
