package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Snapshot store in memory, which passes a coordinator's state to the next one. */
final class KeptSnapshots implements SnapshotStore {
    private final Map<String, byte[]> snapshots = new TreeMap<>();

    @Override
    public Optional<byte[]> load(String concern) {
        return Optional.ofNullable(snapshots.get(concern));
    }

    @Override
    public Map<String, byte[]> load(Collection<String> concerns) {
        Map<String, byte[]> some = new TreeMap<>(snapshots);
        some.keySet().retainAll(concerns);
        return some;
    }

    @Override
    public void write(Term term, Map<String, byte[]> together) {
        check(together);
        snapshots.putAll(together);
    }
}
