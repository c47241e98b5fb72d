package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Ledger.Circumstances;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.Growth;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Outcome;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Holds the leases of the current term; open while this coordinator leads. Changes are serialised by this object's lock
 * and stored before they are visible: a lease that was answered is in ZooKeeper, and a leader that was deposed stores
 * nothing. Readers of the ledger take no lock.
 */
final class LeaseBook {
    private static final String UNREPORTED = "its node has not reported since this leader began";

    /**
     * 2,000 disks with names of usual length are less than 256 KiB. No coordinator leads with a ledger that it does not
     * understand: it would lease disks again that somebody has.
     */
    static final Concern<Ledger> LEASES = new Concern<>(
            "leases",
            Ledger.EMPTY,
            new Snapshot<>(
                    "leases",
                    1,
                    Ledger.EMPTY,
                    Stored.class,
                    ledger -> new Stored(ledger.next(), ledger.leases()),
                    stored -> new Ledger(stored.leases, stored.next)),
            Unreadable.STOPS_LEADER);

    private final LeaseSettings settings;
    private final SnapshotStore store;
    private final Clock clock;
    private final Supplier<List<NodeReport>> nodes;
    private final ToIntFunction<Tenant> priority;
    private final Replicated<Ledger> ledger;
    private final AtomicReference<Inventory> inventory = new AtomicReference<>(Inventory.EMPTY);
    private final ReentrantLock looking = new ReentrantLock();
    private volatile Outlooks outlooks = new Outlooks(Ledger.EMPTY, 0, Map.of());

    /** By lease id, the I/O of other tenants on its disks. */
    private volatile Map<String, Strangers> strangers = Map.of();

    /** I/O of other tenants on these disks since this leader saw that a lease has just these, drained if they are to be. */
    private record Strangers(List<DiskName> disks, Growth io) {}

    private record Stored(long next, List<Lease> leases) {}

    /** What requests could expect, by their ids, in a second with that ledger. */
    private record Outlooks(Ledger ledger, long second, Map<String, Outlook> byId) {}

    /**
     * Creates a closed book.
     *
     * @param nodes what nodes reported last
     * @param priority of a tenant; asked only while open
     * @param changed called after the leased disks, their tenants, or the disks to be drained have changed
     */
    LeaseBook(
            LeaseSettings settings,
            SnapshotStore store,
            Clock clock,
            Supplier<List<NodeReport>> nodes,
            ToIntFunction<Tenant> priority,
            Runnable changed) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        this.nodes = nodes;
        this.priority = priority;
        this.ledger = new Replicated<>(LEASES, store, (before, after) -> {
            if (isNews(before, after)) {
                changed.run();
            }
        });
    }

    LeaseSettings settings() {
        return settings;
    }

    /** Loads what the last leader left, if leases are on. */
    void open(Term term) {
        if (settings.on()) {
            ledger.open(term);
        }
    }

    /** Stops deciding and answering, and forgets the disks: their nodes report to another coordinator now. */
    synchronized void close() {
        ledger.close();
        inventory.set(Inventory.EMPTY);
        strangers = Map.of();
    }

    /** The I/O of other tenants on its drained disks, and since when that is counted; empty before its time began. */
    Optional<Growth> othersIo(Lease lease) {
        return Optional.ofNullable(strangers.get(lease.id())).map(Strangers::io);
    }

    /**
     * The ledger of leases; empty while leases are off.
     *
     * @throws NotStored while closed: a client that asks for its lease must not be told that there is none
     */
    Ledger ledger() {
        return settings.on() ? ledger.now() : Ledger.EMPTY;
    }

    /** The ledger as the last leader stored it. */
    Ledger stored() {
        return settings.on() ? LEASES.layout().read(store) : Ledger.EMPTY;
    }

    /** That policy with the leased disks, their tenants, and the disks to be drained; without any while closed. */
    Grant into(Grant policy) {
        Ledger now = ledger.orInitial();
        return policy.withLeases(tenants(now), draining(now)).withFloor(settings.strangersFloor());
    }

    private static Set<String> draining(Ledger ledger) {
        return ledger.leases().stream()
                .flatMap(lease -> lease.draining().stream())
                .flatMap(disk -> disk.volumes().stream())
                .collect(Collectors.toSet());
    }

    private static Map<String, Tenant> tenants(Ledger ledger) {
        Map<String, Tenant> tenants = new TreeMap<>();
        ledger.leases().forEach(lease -> lease.disks().forEach(disk -> disk.volumes()
                .forEach(volume -> tenants.put(volume, lease.ask().tenant()))));
        return tenants;
    }

    int leasedDisks() {
        return ledger.orInitial().leases().stream()
                .mapToInt(lease -> lease.disks().size())
                .sum();
    }

    int waiting() {
        return (int)
                ledger.orInitial().leases().stream().filter(Lease::isWaiting).count();
    }

    /** Every known or leased disk, with its state. */
    List<DiskLine> disks() {
        Ledger now = ledger();
        Inventory seen = refreshed();
        List<DiskLine> lines = new ArrayList<>();
        seen.disks().forEach(disk -> lines.add(DiskLine.of(disk, now.holder(disk.name()))));
        for (Lease lease : now.leases()) {
            for (DiskName name : lease.disks()) {
                if (seen.disk(name).isEmpty()) {
                    Disk unknown = new Disk(
                            name,
                            Optional.empty(),
                            DiskKind.UNKNOWN,
                            OptionalLong.empty(),
                            Optional.empty(),
                            Map.of(),
                            Map.of(),
                            0,
                            UNREPORTED);
                    lines.add(DiskLine.of(unknown, Optional.of(lease)));
                }
            }
        }
        return lines;
    }

    /**
     * What each request that waits can expect, by its id, as of a moment ago; computed by one caller at a time, without
     * holding up a change: it may take long with thousands of disks. A request that came since is not in it yet.
     */
    Map<String, Outlook> outlooks() {
        Ledger now = ledger();
        Outlooks last = outlooks;
        boolean isOld = last.second != now() || !last.ledger.equals(now);
        if (isOld && looking.tryLock()) {
            try {
                Map<String, Outlook> byId = waiting() == 0 ? Map.of() : now.outlooks(circumstances());
                last = new Outlooks(now, now(), byId);
                outlooks = last;
            } finally {
                looking.unlock();
            }
        }
        return last.byId;
    }

    /**
     * Requests disks.
     *
     * @param owner the credential, or user, that asks
     * @throws NotStored if it was not kept, or that is not known
     */
    synchronized Decision request(LeaseRequest ask, String owner, boolean dryRun) {
        return decide(now -> now.request(ask, owner, circumstances()), dryRun);
    }

    /** Renews that lease for that time, from now on; empty if there is none. */
    synchronized Optional<Decision> renew(String id, Duration time, boolean dryRun) {
        return ledger().lease(id).map(lease -> decide(now -> now.renewed(id, time, circumstances()), dryRun));
    }

    /**
     * Resizes that lease; empty if there is none.
     *
     * @param size what it asks for then, from what it asked for
     * @param expected throws if it is not to be resized as it is
     */
    synchronized Optional<Decision> resize(
            String id, UnaryOperator<LeaseRequest> size, Consumer<Lease> expected, boolean dryRun) {
        return ledger().lease(id).map(lease -> {
            expected.accept(lease);
            return decide(now -> now.resized(id, size, circumstances()), dryRun);
        });
    }

    /** Ends that lease, or request, and returns it; empty if there was none. */
    Optional<Lease> end(String id, boolean dryRun) {
        return end(id, lease -> {}, dryRun);
    }

    /** The same if that does not throw. */
    synchronized Optional<Lease> end(String id, Consumer<Lease> expected, boolean dryRun) {
        Optional<Lease> ended = ledger().lease(id);
        ended.ifPresent(lease -> {
            expected.accept(lease);
            ledger.change(now -> now.without(id), dryRun);
        });
        return ended;
    }

    /** Lets that lease expire now, if it has not; its disks are free after the grace. */
    synchronized void expire(String id) {
        ledger.change(now -> now.expired(id, now()), false);
    }

    private Decision decide(Function<Ledger, Decision> wish, boolean dryRun) {
        return settings.on()
                ? ledger.decide(before -> outcome(before, wish.apply(before)), dryRun)
                : wish.apply(Ledger.EMPTY);
    }

    private static Outcome<Ledger, Decision> outcome(Ledger before, Decision decision) {
        if (decision instanceof Granted granted) {
            return new Outcome<>(granted.ledger(), decision);
        }
        return new Outcome<>(decision instanceof Queued queued ? queued.ledger() : before, decision);
    }

    /**
     * Ends expired leases, begins drained ones, and serves waiting requests; called about once a second.
     *
     * @param kept called with each changed lease before and after, once that is kept; empty after it has ended
     * @throws NotStored if it was not kept, or that is not known: then it is retried, or the next leader does it
     */
    synchronized void tick(BiConsumer<Lease, Optional<Lease>> kept) {
        if (ledger.ifOpen().isPresent()) {
            // Ending needs room for nothing, so it never waits for what serving needs.
            step(leases -> leases.ended(now()), kept);
            step(leases -> leases.begun(circumstances()), kept);
            step(leases -> leases.served(circumstances()), kept);
            count(ledger());
        }
    }

    private void count(Ledger now) {
        Map<String, Map<String, Long>> counters = new TreeMap<>();
        now.leases().stream()
                .filter(lease -> !undrained(lease).isEmpty())
                .forEach(lease -> counters.put(lease.id(), new TreeMap<>()));
        for (NodeReport report : counters.isEmpty() ? List.<NodeReport>of() : nodes.get()) {
            String node = report.usage().node();
            for (VolumeUsage volume : report.usage().volumes()) {
                DiskName disk = new DiskName(node, List.of(volume.volume()));
                now.holder(disk)
                        .filter(lease -> counters.containsKey(lease.id()) && !lease.drains(disk))
                        .ifPresent(lease -> count(node, volume, lease, counters.get(lease.id())));
            }
        }
        Map<String, Strangers> next = new TreeMap<>();
        counters.forEach((id, read) -> {
            Strangers before = strangers.get(id);
            List<DiskName> disks = undrained(now.lease(id).orElseThrow());
            boolean goesOn = before != null && before.disks.equals(disks);
            next.put(id, new Strangers(disks, goesOn ? before.io.read(read) : Growth.from(now(), read)));
        });
        strangers = Collections.unmodifiableMap(next);
    }

    /** The disks that it has, and that are drained if they were to be. */
    private static List<DiskName> undrained(Lease lease) {
        return lease.disks().stream().filter(disk -> !lease.drains(disk)).toList();
    }

    private static void count(String node, VolumeUsage volume, Lease lease, Map<String, Long> counters) {
        for (TenantUsage usage : volume.tenants()) {
            if (!usage.tenant().equals(lease.ask().tenant())) {
                counters.put(node + " " + volume.volume() + " " + usage.tenant(), usage.bytes());
            }
        }
    }

    private void step(UnaryOperator<Ledger> change, BiConsumer<Lease, Optional<Lease>> kept) {
        ledger.change(change, false, (before, after) -> {
            for (Lease lease : before.leases()) {
                Optional<Lease> now = after.lease(lease.id());
                if (!now.equals(Optional.of(lease))) {
                    kept.accept(lease, now);
                }
            }
        });
    }

    private static boolean isNews(Ledger before, Ledger after) {
        return !tenants(after).equals(tenants(before)) || !draining(after).equals(draining(before));
    }

    private Circumstances circumstances() {
        return new Circumstances(refreshed(), priority, now(), settings);
    }

    /**
     * Refuses what names other volumes together than those of one disk: all of them would be kept for who waits.
     *
     * @throws InvalidInput if its node reports the volumes of one of these on several disks, or another node does
     */
    void requireDisks(List<DiskName> those) {
        Inventory known = refreshed();
        for (DiskName each : those) {
            Set<Optional<DiskName>> there = each.volumes().stream()
                    .map(volume -> known.disk(new DiskName(each.node(), List.of(volume)))
                            .map(Disk::name))
                    .collect(Collectors.toSet());
            boolean isOne = there.size() == 1 && !there.contains(Optional.<DiskName>empty());
            boolean isUnknown = each.volumes().stream().map(known::disk).allMatch(Optional::isEmpty);
            if (!isUnknown && !isOne) {
                throw new InvalidInput("holds", each, "volumes of one disk of that node, as GET /v1/disks has them");
            }
        }
    }

    private Inventory refreshed() {
        return inventory.updateAndGet(before -> before.seen(nodes.get(), now()));
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }
}
