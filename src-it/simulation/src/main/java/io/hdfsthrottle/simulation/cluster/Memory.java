package io.hdfsthrottle.simulation.cluster;

import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a coordinator leaves to the next one: snapshots, and the time of a day in 2024. */
final class Memory extends Clock implements SnapshotStore {
    private static final long MIDNIGHT = 20_000L * 24 * 3_600;

    private final Map<String, byte[]> snapshots = new TreeMap<>();
    private long second;

    /** Sets the time to so many seconds after midnight. */
    void set(long newSecond) {
        second = newSecond;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(MIDNIGHT + second);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

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
