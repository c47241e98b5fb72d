package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Snapshots in memory, refused on demand. */
public final class MemoryStore implements SnapshotStore {
    private final Map<String, byte[]> snapshots = new HashMap<>();
    private final AtomicInteger writes = new AtomicInteger();
    private NotStored.Reason refusing;
    private Runnable during = () -> {};

    /** From now on refuses for that reason; null to refuse no more. */
    public void refuse(NotStored.Reason reason) {
        refusing = reason;
    }

    /** Runs that once, during the next load or write. */
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
    public Map<String, byte[]> load(Collection<String> concerns) {
        Map<String, byte[]> loaded = new HashMap<>(snapshots);
        loaded.keySet().retainAll(concerns);
        return loaded;
    }

    @Override
    public void write(Term term, Map<String, byte[]> together) {
        pause();
        if (refusing != null) {
            throw new NotStored(refusing, "refused by the test");
        }
        check(together);
        snapshots.putAll(together);
        writes.incrementAndGet();
    }

    /** How often it was written. */
    public int writes() {
        return writes.get();
    }

    /** How large the largest snapshot is. */
    public int largest() {
        return snapshots.values().stream().mapToInt(each -> each.length).max().orElse(0);
    }
}
