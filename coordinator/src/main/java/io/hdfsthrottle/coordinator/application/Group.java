package io.hdfsthrottle.coordinator.application;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A group of changes that are stored together: the shards of the table that they touch. For one thread; has no other
 * effect.
 */
final class Group {
    /** Leaves room for the sharding, which is stored with the first group. */
    private static final int MOST_TOGETHER = SnapshotStore.LARGEST_TOGETHER - 1_024;

    private final ApplicationTable before;
    private final int mostOfARegistrant;
    private final Map<Integer, Shard> touched = new TreeMap<>();
    private final Set<String> changed = new TreeSet<>();
    private Multiset<String> registrants;
    private Map<String, Application> reserving;
    private int count;
    private int bytes;

    /** @param mostOfARegistrant how many applications one registrant may have */
    Group(ApplicationTable before, int mostOfARegistrant) {
        this.before = before;
        this.mostOfARegistrant = mostOfARegistrant;
        this.count = before.count();
    }

    /** The living application with this id after the changes so far. */
    Optional<Application> find(String id) {
        return Optional.ofNullable(
                shard(before.sharding().shardOf(id)).applications().get(id));
    }

    private Shard shard(int number) {
        Shard shard = touched.get(number);
        return shard == null ? before.shard(number) : shard;
    }

    /**
     * Adds an application, in place of the one with its id.
     *
     * @return false if this group has no room for it and another may have
     * @throws NotStored if no group has
     */
    boolean put(Application wanted) {
        Optional<Application> known = find(wanted.id());
        checkRoom(wanted, known);
        if (!replace(wanted.id(), Optional.of(wanted))) {
            return false;
        }
        count += known.isPresent() ? 0 : 1;
        known.ifPresent(each -> registrants().remove(each.registrant()));
        registrants().add(wanted.registrant());
        return true;
    }

    /** Removes an application; false if this group has no room for that and another has. */
    boolean remove(Application known) {
        if (!replace(known.id(), Optional.empty())) {
            return false;
        }
        count--;
        registrants().remove(known.registrant());
        return true;
    }

    private void checkRoom(Application wanted, Optional<Application> known) {
        if (known.isEmpty() && count >= ApplicationTable.MOST) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    ApplicationTable.MOST + " applications are alive, and there is room for no more");
        }
        boolean isCounted = known.filter(each -> each.registrant().equals(wanted.registrant()))
                .isPresent();
        if (!isCounted && registrants().count(wanted.registrant()) >= mostOfARegistrant) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    wanted.registrant() + " has " + mostOfARegistrant
                            + " living applications, as many as limits.applications.per.credential = "
                            + mostOfARegistrant + " lets one registrant have");
        }
    }

    private Multiset<String> registrants() {
        if (registrants == null) {
            registrants = HashMultiset.create(before.registrants());
        }
        return registrants;
    }

    /** The applications that have a reservation or wait for one, after the changes so far. */
    Collection<Application> reserving() {
        if (reserving == null) {
            reserving = new TreeMap<>();
            before.reserving().forEach(each -> reserving.put(each.id(), each));
            changed.forEach(this::noteReserving);
        }
        return reserving.values();
    }

    private void noteReserving(String id) {
        find(id).filter(Application::reserves)
                .ifPresentOrElse(each -> reserving.put(id, each), () -> reserving.remove(id));
    }

    private boolean replace(String id, Optional<Application> after) {
        int number = before.sharding().shardOf(id);
        Map<String, Application> content = new TreeMap<>(shard(number).applications());
        after.ifPresentOrElse(each -> content.put(id, each), () -> content.remove(id));
        Shard shard = Shard.of(Sharding.name(number), before.sharding(), content.values());
        int size = shard.snapshot().length;
        if (size > SnapshotStore.LARGEST_BYTES) {
            throw new NotStored(
                    NotStored.Reason.TOO_LARGE,
                    "the applications that are kept together with this one would need " + size
                            + " bytes, and one znode holds at most " + SnapshotStore.LARGEST_BYTES);
        }
        int needed = bytes + size - (touched.containsKey(number) ? shard(number).snapshot().length : 0);
        if (needed > MOST_TOGETHER) {
            return false;
        }
        bytes = needed;
        touched.put(number, shard);
        changed.add(id);
        if (reserving != null) {
            noteReserving(id);
        }
        return true;
    }

    /** The ids of the applications that were added, changed or removed. */
    Set<String> changed() {
        return changed;
    }

    /** The table after the changes. */
    ApplicationTable after() {
        return touched.isEmpty() ? before : before.with(touched);
    }
}
