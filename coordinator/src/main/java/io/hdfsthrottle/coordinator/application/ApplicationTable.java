package io.hdfsthrottle.coordinator.application;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.Multiset;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Layout;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The living applications, shard by shard. Immutable: another table shares the shards in which it does not differ. */
final class ApplicationTable {
    /** The maximum number of living applications: twice the number that the coordinator is designed for. */
    static final int MOST = 20_000;

    private final Sharding sharding;
    private final boolean isStored;
    private final ImmutableList<Shard> shards;
    private final int count;
    private final Supplier<ImmutableList<Application>> all;
    private final Supplier<ImmutableMultiset<String>> registrants;
    private final Supplier<ImmutableList<Application>> reserving;

    private ApplicationTable(Sharding sharding, boolean isStored, Collection<Shard> shards) {
        this.sharding = sharding;
        this.isStored = isStored;
        this.shards = ImmutableList.copyOf(shards);
        this.count =
                shards.stream().mapToInt(shard -> shard.applications().size()).sum();
        this.all = Suppliers.memoize(() ->
                everybody().sorted(Comparator.comparing(Application::id)).collect(ImmutableList.toImmutableList()));
        this.registrants = Suppliers.memoize(
                () -> everybody().map(Application::registrant).collect(ImmutableMultiset.toImmutableMultiset()));
        this.reserving = Suppliers.memoize(
                () -> everybody().filter(Application::reserves).collect(ImmutableList.toImmutableList()));
    }

    private Stream<Application> everybody() {
        return shards.stream().flatMap(shard -> shard.applications().values().stream());
    }

    /** A table with nobody in it, and a sharding of its own. */
    static ApplicationTable fresh() {
        Sharding sharding = Sharding.fresh();
        return new ApplicationTable(sharding, false, Collections.nCopies(sharding.shards(), Shard.empty()));
    }

    /** The applications as a replicated state: one snapshot for the sharding, and one for each shard. */
    static Concern<ApplicationTable> concern() {
        return new Concern<>("applications", fresh(), new Shards(), Unreadable.STOPS_LEADER);
    }

    private static final class Shards implements Layout<ApplicationTable> {
        @Override
        public ApplicationTable read(SnapshotStore store) {
            return Sharding.LAYOUT.read(store).map(each -> read(each, store)).orElseGet(ApplicationTable::fresh);
        }

        private static ApplicationTable read(Sharding sharding, SnapshotStore store) {
            Map<String, byte[]> stored = store.load(sharding.names());
            List<Shard> shards = sharding.names().stream()
                    .map(name ->
                            stored.containsKey(name) ? Shard.read(name, sharding, stored.get(name)) : Shard.empty())
                    .toList();
            return new ApplicationTable(sharding, true, shards);
        }

        @Override
        public Map<String, byte[]> differences(ApplicationTable before, ApplicationTable after) {
            Map<String, byte[]> differences = new TreeMap<>();
            for (int i = 0; i < after.shards.size(); i++) {
                if (after.shards.get(i) != before.shards.get(i)) {
                    differences.put(Sharding.name(i), after.shards.get(i).snapshot());
                }
            }
            if (!differences.isEmpty() && !before.isStored) {
                differences.putAll(Sharding.LAYOUT.differences(Optional.empty(), Optional.of(after.sharding)));
            }
            return differences;
        }
    }

    /** The same table with these shards replaced. */
    ApplicationTable with(Map<Integer, Shard> replaced) {
        List<Shard> after = new ArrayList<>(shards);
        replaced.forEach(after::set);
        return new ApplicationTable(sharding, true, after);
    }

    /** The living application with this id, if there is one. */
    Optional<Application> find(String id) {
        return Optional.ofNullable(shard(sharding.shardOf(id)).applications().get(id));
    }

    /** How many applications there are. */
    int count() {
        return count;
    }

    /** All of them, by id. */
    ImmutableList<Application> all() {
        return all.get();
    }

    /** How many each registrant has. */
    Multiset<String> registrants() {
        return registrants.get();
    }

    /** The applications that have a reservation or wait for one. */
    ImmutableList<Application> reserving() {
        return reserving.get();
    }

    Sharding sharding() {
        return sharding;
    }

    Shard shard(int shard) {
        return shards.get(shard);
    }
}
