package io.hdfsthrottle.coordinator.disk;

import io.hdfsthrottle.coordinator.disk.Decision.Granted;
import io.hdfsthrottle.coordinator.disk.Decision.Queued;
import io.hdfsthrottle.coordinator.disk.Ledger.Circumstances;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.SnapshotStore;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.coordinator.election.TermMemory;
import io.hdfsthrottle.coordinator.election.TermMemory.Page;
import io.hdfsthrottle.coordinator.ledger.Growth;
import io.hdfsthrottle.coordinator.ledger.NodeReport;
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
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Holds the leases of the current term; open while this coordinator leads. Changes are serialised by this object's lock
 * and stored before they are visible: a lease that was answered is in ZooKeeper, and a leader that was deposed stores
 * nothing. Readers of the ledger take no lock.
 */
public final class LeaseBook {
    private static final String UNREPORTED = "its node has not reported since this leader began";

    private final LeaseSettings settings;
    private final SnapshotStore store;
    private final Clock clock;
    private final Supplier<List<NodeReport>> nodes;
    private final ToIntFunction<Tenant> priority;
    private final Runnable changed;
    private final TermMemory<Ledger> memory = new TermMemory<>();
    private Inventory inventory = Inventory.EMPTY;

    /** By lease id, the I/O of other tenants on its disks since this leader saw that its time had begun. */
    private volatile Map<String, Growth> strangers = Map.of();

    /**
     * Creates a closed book.
     *
     * @param clock the time of day
     * @param nodes what nodes reported last
     * @param priority of a tenant; asked only while open
     * @param changed called after the leased disks, their tenants, or the disks to be drained have changed
     */
    public LeaseBook(
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
        this.changed = changed;
    }

    /** The settings of leases. */
    public LeaseSettings settings() {
        return settings;
    }

    /**
     * Loads what the last leader left, if leases are on.
     *
     * @throws NotStored if it cannot be read now
     * @throws IllegalStateException if it is not understood: this coordinator must not lead then
     */
    public void open(Term term) {
        if (settings.on()) {
            memory.open(term, () -> store.load(LeaseSnapshot.CONCERN)
                    .map(LeaseSnapshot::read)
                    .orElse(Ledger.EMPTY));
        }
    }

    /** Stops deciding and answering, and forgets the disks: their nodes report to another coordinator now. */
    public synchronized void close() {
        memory.close();
        inventory = Inventory.EMPTY;
        strangers = Map.of();
    }

    /** The I/O of other tenants on its disks, and since when that is counted; empty before its time began. */
    public Optional<Growth> othersIo(Lease lease) {
        return Optional.ofNullable(strangers.get(lease.id()));
    }

    /**
     * The ledger of leases; empty while leases are off.
     *
     * @throws NotStored while closed: a client that asks for its lease must not be told that there is none
     */
    public Ledger ledger() {
        return settings.on() ? memory.now().content() : Ledger.EMPTY;
    }

    private Ledger ifOpen() {
        return memory.ifOpen().map(Page::content).orElse(Ledger.EMPTY);
    }

    /** By the storage id of a volume, the tenant that has leased the disk that it lies on; none while closed. */
    public Map<String, Tenant> tenants() {
        return tenants(ifOpen());
    }

    /** That policy with the leased disks, their tenants, and the disks to be drained; without any while closed. */
    public Grant into(Grant policy) {
        Ledger now = ifOpen();
        return policy.withLeases(tenants(now), draining(now)).withFloor(settings.strangersFloor());
    }

    private static Set<String> draining(Ledger ledger) {
        return ledger.leases().stream()
                .filter(Lease::draining)
                .flatMap(lease -> lease.disks().stream())
                .flatMap(disk -> disk.volumes().stream())
                .collect(Collectors.toSet());
    }

    private static Map<String, Tenant> tenants(Ledger ledger) {
        Map<String, Tenant> tenants = new TreeMap<>();
        ledger.leases().forEach(lease -> lease.disks().forEach(disk -> disk.volumes()
                .forEach(volume -> tenants.put(volume, lease.ask().tenant()))));
        return tenants;
    }

    /** How many disks are leased; none while closed. */
    public int leasedDisks() {
        return ifOpen().leases().stream()
                .mapToInt(lease -> lease.disks().size())
                .sum();
    }

    /** How many requests wait; none while closed. */
    public int waiting() {
        return (int) ifOpen().leases().stream().filter(Lease::isWaiting).count();
    }

    /** Every known or leased disk, with its state. */
    public synchronized List<DiskLine> disks() {
        Ledger now = ledger();
        refresh();
        List<DiskLine> lines = new ArrayList<>();
        inventory.disks().forEach(disk -> lines.add(DiskLine.of(disk, now.holder(disk.name()))));
        for (Lease lease : now.leases()) {
            for (DiskName name : lease.disks()) {
                if (inventory.disk(name).isEmpty()) {
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

    /** What a request that waits can expect. */
    public synchronized Outlook outlook(Lease waiting) {
        return ledger().outlook(waiting, circumstances());
    }

    /**
     * Requests disks.
     *
     * @param owner the credential, or user, that asks
     * @param rehearse whether this is a dry run
     * @throws NotStored if it was not kept, or that is not known
     */
    public synchronized Decision request(LeaseRequest ask, String owner, boolean rehearse) {
        return decide(ledger -> ledger.request(ask, owner, circumstances()), rehearse);
    }

    /** Renews that lease for that time, from now on; empty if there is none. The same otherwise. */
    public synchronized Optional<Decision> renew(String id, Duration time, boolean rehearse) {
        return ledger().lease(id).map(lease -> decide(ledger -> ledger.renewed(id, time, circumstances()), rehearse));
    }

    /** Ends that lease, or request; returns it, or empty if there was none. The same otherwise. */
    public synchronized Optional<Lease> end(String id, boolean rehearse) {
        Optional<Lease> ended = ledger().lease(id);
        if (ended.isPresent() && !rehearse) {
            Page<Ledger> before = memory.now();
            keep(before, before.content().without(id));
        }
        return ended;
    }

    private Decision decide(Function<Ledger, Decision> wish, boolean rehearse) {
        if (rehearse || !settings.on()) {
            return wish.apply(ledger());
        }
        Page<Ledger> before = memory.now();
        Decision decision = wish.apply(before.content());
        if (decision instanceof Granted granted) {
            keep(before, granted.ledger());
        } else if (decision instanceof Queued queued) {
            keep(before, queued.ledger());
        }
        return decision;
    }

    /**
     * Ends expired leases, begins drained ones, and serves waiting requests; called about once a second.
     *
     * @param kept called with each changed lease before and after, once that is kept; empty after it has ended
     * @throws NotStored if it was not kept, or that is not known: then it is retried, or the next leader does it
     */
    public synchronized void tick(BiConsumer<Lease, Optional<Lease>> kept) {
        if (memory.ifOpen().isPresent()) {
            // Ending needs room for nothing, so it never waits for what serving needs.
            step(memory.now(), ledger -> ledger.ended(now()), kept);
            step(memory.now(), ledger -> ledger.begun(circumstances()), kept);
            step(memory.now(), ledger -> ledger.served(circumstances()), kept);
            count(ledger());
        }
    }

    private void count(Ledger now) {
        Map<String, Map<String, Long>> counters = new TreeMap<>();
        now.leases().stream()
                .filter(lease -> !lease.isWaiting() && !lease.draining())
                .forEach(lease -> counters.put(lease.id(), new TreeMap<>()));
        for (NodeReport report : counters.isEmpty() ? List.<NodeReport>of() : nodes.get()) {
            String node = report.usage().node();
            for (VolumeUsage volume : report.usage().volumes()) {
                now.holder(new DiskName(node, List.of(volume.volume())))
                        .filter(lease -> counters.containsKey(lease.id()))
                        .ifPresent(lease -> count(node, volume, lease, counters.get(lease.id())));
            }
        }
        Map<String, Growth> next = new TreeMap<>();
        counters.forEach((id, read) -> {
            Growth before = strangers.get(id);
            next.put(id, before == null ? Growth.from(now(), read) : before.read(read));
        });
        strangers = Collections.unmodifiableMap(next);
    }

    private static void count(String node, VolumeUsage volume, Lease lease, Map<String, Long> counters) {
        for (TenantUsage usage : volume.tenants()) {
            if (!usage.tenant().equals(lease.ask().tenant())) {
                counters.put(node + " " + volume.volume() + " " + usage.tenant(), usage.bytes());
            }
        }
    }

    private void step(Page<Ledger> before, Function<Ledger, Ledger> change, BiConsumer<Lease, Optional<Lease>> kept) {
        Ledger after = change.apply(before.content());
        if (!after.equals(before.content())) {
            keep(before, after);
            for (Lease lease : before.content().leases()) {
                Optional<Lease> now = after.lease(lease.id());
                if (!now.equals(Optional.of(lease))) {
                    kept.accept(lease, now);
                }
            }
        }
    }

    private void keep(Page<Ledger> before, Ledger after) {
        if (!after.equals(before.content())) {
            store.write(before.term(), LeaseSnapshot.CONCERN, LeaseSnapshot.write(after));
            // Not turned only if the term has ended meanwhile: the next leader reads it then.
            if (memory.replace(before, after) && isNews(before.content(), after)) {
                changed.run();
            }
        }
    }

    private static boolean isNews(Ledger before, Ledger after) {
        return !tenants(after).equals(tenants(before)) || !draining(after).equals(draining(before));
    }

    private Circumstances circumstances() {
        refresh();
        return new Circumstances(inventory, priority, now(), settings);
    }

    private void refresh() {
        inventory = inventory.seen(nodes.get(), now());
    }

    private long now() {
        return Math.floorDiv(clock.millis(), 1_000L);
    }
}
