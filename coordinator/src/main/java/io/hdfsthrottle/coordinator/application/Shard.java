package io.hdfsthrottle.coordinator.application;

import com.google.common.collect.ImmutableSortedMap;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The living applications of one shard, with the snapshot that they are stored as. Immutable. */
final class Shard {
    private static final byte[] NEVER_STORED = {};

    private final ImmutableSortedMap<String, Application> applications;
    private final byte[] snapshot;

    private Shard(Collection<Application> applications, byte[] snapshot) {
        this.applications = applications.stream()
                .collect(ImmutableSortedMap.toImmutableSortedMap(
                        Comparator.naturalOrder(), Application::id, each -> each));
        this.snapshot = snapshot;
    }

    private record Stored(String of, Collection<Application> applications) {}

    private static Snapshot<Stored, Stored> layout(String name, Sharding sharding) {
        Stored nobody = new Stored(sharding.mark(), List.of());
        return new Snapshot<>(name, 1, nobody, Stored.class, each -> each, each -> each);
    }

    /** A shard with nobody in it. */
    static Shard empty() {
        return new Shard(List.of(), NEVER_STORED);
    }

    static Shard of(String name, Sharding sharding, Collection<Application> applications) {
        return new Shard(
                applications, layout(name, sharding).write(new Stored(sharding.mark(), List.copyOf(applications))));
    }

    /** Reads a shard; nobody is in it if another sharding left it behind. */
    static Shard read(String name, Sharding sharding, byte[] snapshot) {
        Stored stored = layout(name, sharding).read(snapshot);
        return stored.of.equals(sharding.mark()) ? new Shard(stored.applications, snapshot) : empty();
    }

    /** By id. */
    Map<String, Application> applications() {
        return applications;
    }

    byte[] snapshot() {
        return snapshot;
    }
}
