package io.hdfsthrottle.coordinator.app;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMultiset;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Multiset;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The living applications, shard by shard. Immutable: another table shares the shards in which it does not differ. */
final class ApplicationTable {
    /** The maximum number of living applications: twice the number that the coordinator is designed for. */
    static final int MOST = 20_000;

    private final Sharding sharding;
    private final ImmutableList<ImmutableSortedMap<String, Application>> shards;
    private final int count;
    private final Supplier<ImmutableList<Application>> all;
    private final Supplier<ImmutableMultiset<String>> registrants;
    private final Supplier<ImmutableList<Application>> reserving;

    private ApplicationTable(Sharding sharding, Collection<ImmutableSortedMap<String, Application>> shards) {
        this.sharding = sharding;
        this.shards = ImmutableList.copyOf(shards);
        this.count = shards.stream().mapToInt(Map::size).sum();
        this.all = Suppliers.memoize(() -> this.shards.stream()
                .flatMap(shard -> shard.values().stream())
                .sorted(Comparator.comparing(Application::id))
                .collect(ImmutableList.toImmutableList()));
        this.registrants = Suppliers.memoize(() -> this.shards.stream()
                .flatMap(shard -> shard.values().stream())
                .map(Application::registrant)
                .collect(ImmutableMultiset.toImmutableMultiset()));
        this.reserving = Suppliers.memoize(() -> this.shards.stream()
                .flatMap(shard -> shard.values().stream())
                .filter(Application::reserves)
                .collect(ImmutableList.toImmutableList()));
    }

    /**
     * Reads what is kept. Applications kept in one znode are written again in shards, together with the new sharding.
     *
     * @throws io.hdfsthrottle.coordinator.election.NotStored if it cannot be read or kept now
     * @throws IllegalStateException if it is not understood
     */
    static ApplicationTable load(SnapshotStore store, Term term) {
        Optional<byte[]> kept = store.load(Sharding.CONCERN);
        Optional<Sharding> sharding = kept.flatMap(Sharding::read);
        return sharding.isPresent()
                ? read(sharding.get(), store)
                : spread(kept.map(ApplicationSnapshot::readUnsharded).orElse(List.of()), store, term);
    }

    private static ApplicationTable read(Sharding sharding, SnapshotStore store) {
        List<String> concerns = sharding.concerns();
        Map<String, byte[]> kept = store.load(concerns);
        List<ImmutableSortedMap<String, Application>> shards = new ArrayList<>();
        for (String concern : concerns) {
            List<Application> applications =
                    kept.containsKey(concern) ? ApplicationSnapshot.read(sharding, kept.get(concern)) : List.of();
            shards.add(applications.stream()
                    .collect(ImmutableSortedMap.toImmutableSortedMap(
                            Comparator.naturalOrder(), Application::id, each -> each)));
        }
        return new ApplicationTable(sharding, shards);
    }

    private static ApplicationTable spread(List<Application> applications, SnapshotStore store, Term term) {
        Sharding sharding = Sharding.fresh();
        Map<Integer, Map<String, Application>> shards = new TreeMap<>();
        for (Application each : applications) {
            shards.computeIfAbsent(sharding.shardOf(each.id()), first -> new TreeMap<>())
                    .put(each.id(), each);
        }
        Map<String, byte[]> written = new TreeMap<>();
        written.put(Sharding.CONCERN, sharding.write());
        shards.forEach((shard, content) ->
                written.put(Sharding.concern(shard), ApplicationSnapshot.write(sharding, content.values())));
        store.write(term, written);
        ImmutableSortedMap<String, Application> nobody = ImmutableSortedMap.of();
        return new ApplicationTable(sharding, Collections.nCopies(sharding.shards(), nobody)).with(shards);
    }

    /** The same table with these shards replaced. */
    ApplicationTable with(Map<Integer, Map<String, Application>> replaced) {
        List<ImmutableSortedMap<String, Application>> after = new ArrayList<>(shards);
        replaced.forEach((shard, content) -> after.set(shard, ImmutableSortedMap.copyOf(content)));
        return new ApplicationTable(sharding, after);
    }

    /** The living application with this id, if there is one. */
    Optional<Application> find(String id) {
        return Optional.ofNullable(shards.get(sharding.shardOf(id)).get(id));
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

    Map<String, Application> shard(int shard) {
        return shards.get(shard);
    }
}
