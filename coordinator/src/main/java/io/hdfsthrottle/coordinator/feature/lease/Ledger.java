package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.DrainFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Ledger of disk leases and of the queue of requests. Requests are served in the order of their urgency; one that
 * cannot be served yet blocks those behind it that want disks of the same kind, so that none starves while smaller ones
 * pass. A disk that is not leased is shared by all tenants, so no disk is idle meanwhile. Times are seconds since 1970.
 * Immutable, pure.
 */
final class Ledger {
    static final Ledger EMPTY = new Ledger(List.of(), 1);

    /** The maximum number of leases and requests. */
    static final int MOST_LEASES = 512;

    private final Map<String, Lease> leases;
    private final Map<String, List<Lease>> byNode = new HashMap<>();
    private final long next;

    /** @param next the number of the next lease; no number is given twice */
    Ledger(Collection<Lease> leases, long next) {
        Map<String, Lease> byId = new TreeMap<>();
        for (Lease lease : leases) {
            byId.put(lease.id(), lease);
            lease.disks().stream().map(DiskName::node).distinct().forEach(node -> byNode.computeIfAbsent(
                            node, first -> new ArrayList<>())
                    .add(lease));
        }
        this.leases = Collections.unmodifiableMap(byId);
        this.next = next;
    }

    record Circumstances(Inventory inventory, ToIntFunction<Tenant> priority, long now, LeaseSettings settings) {}

    /** All leases and requests, by their ids. */
    List<Lease> leases() {
        return List.copyOf(leases.values());
    }

    Optional<Lease> lease(String id) {
        return Optional.ofNullable(leases.get(id));
    }

    long next() {
        return next;
    }

    /** The lease that holds that disk. */
    Optional<Lease> holder(DiskName disk) {
        return byNode.getOrDefault(disk.node(), List.of()).stream()
                .filter(lease -> lease.holds(disk))
                .findFirst();
    }

    Decision request(LeaseRequest ask, String owner, Circumstances now) {
        LeaseSettings settings = now.settings();
        if (!settings.on()) {
            return refused(Reason.OFF, "leases are off; set lease = on in the coordinator's settings");
        }
        int has = leases.values().stream()
                .filter(lease -> lease.ask().user().equals(ask.user()))
                .mapToInt(lease -> lease.ask().total())
                .sum();
        if (has + ask.total() > settings.disksPerUser()) {
            return refused(
                    Reason.QUOTA,
                    ask.user() + " would have " + (has + ask.total())
                            + " disks, with those that it waits for; permitted" + " are " + settings.disksPerUser()
                            + " (lease.disks.per.user)");
        }
        if (leases.size() >= MOST_LEASES) {
            return refused(Reason.FULL, "there are " + MOST_LEASES + " leases and requests already; more cannot be");
        }
        Placement most = Placement.of(ask, now.inventory(), disk -> false, settings.sharedLeast());
        if (!most.isEnough()) {
            return refused(
                    Reason.NEVER,
                    "there are never so many: " + most.nodesWithEnough() + " of the nodes that report have "
                            + ask.disks() + " such disks"
                            + " beside the " + settings.sharedLeast() + " that stay shared (lease.shared.least), and "
                            + ask.nodes() + " are asked for");
        }
        Lease lease = Lease.waiting("lease-" + next, ask, owner, now.now());
        int ahead = ahead(lease, now);
        Placement free = free(ask, now);
        if (ahead == 0 && free.isEnough()) {
            Lease granted = lease.granted(free.disks(), now.now(), settings);
            return new Granted(with(granted, next + 1), granted);
        }
        Outlook outlook = outlook(ask, free, ahead, now);
        if (ask.patience().isZero()) {
            return new Refused(Reason.NO_ROOM, outlook, sentence(ask, outlook));
        }
        return new Queued(with(lease, next + 1), lease, outlook);
    }

    private static String sentence(LeaseRequest ask, Outlook outlook) {
        return outlook.nodes() + " of " + ask.nodes() + " nodes have " + ask.disks() + " such disks free, and "
                + outlook.ahead()
                + " requests come first; ask for fewer, or wait for them, for example \"waitSeconds\": 28800";
    }

    private static Refused refused(Reason reason, String sentence) {
        return new Refused(reason, Outlook.NONE, sentence);
    }

    private Placement free(LeaseRequest ask, Circumstances now) {
        return Placement.of(ask, now.inventory(), this::isHeld, now.settings().sharedLeast());
    }

    private boolean isHeld(DiskName disk) {
        return holder(disk).isPresent();
    }

    /** What each request that waits can expect, by its id. */
    Map<String, Outlook> outlooks(Circumstances now) {
        Map<String, Outlook> outlooks = new TreeMap<>();
        List<LeaseRequest> before = new ArrayList<>();
        for (Lease request : queue(now)) {
            LeaseRequest ask = request.ask();
            long ahead = before.stream().filter(ask::competesWith).count();
            outlooks.put(request.id(), outlook(ask, free(ask, now), (int) ahead, now));
            if (canEverBeServed(request, now)) {
                before.add(ask);
            }
        }
        return outlooks;
    }

    private Outlook outlook(LeaseRequest ask, Placement free, int ahead, Circumstances now) {
        return new Outlook(free.free(), free.nodesWithEnough(), ahead, notBefore(ask, now));
    }

    /**
     * The first end of a lease at which enough disks would be free: found by bisection, because looking at all disks is
     * dear, and disks that are free at a time are free later.
     */
    private OptionalLong notBefore(LeaseRequest ask, Circumstances now) {
        long[] ends = leases.values().stream()
                .filter(lease -> !lease.isWaiting())
                .mapToLong(lease -> Math.max(now.now(), lease.freeAt()))
                .sorted()
                .toArray();
        int from = 0;
        int to = ends.length;
        while (from < to) {
            int middle = (from + to) / 2;
            if (isEnoughAt(ends[middle], ask, now)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from < ends.length ? OptionalLong.of(ends[from]) : OptionalLong.empty();
    }

    private boolean isEnoughAt(long time, LeaseRequest ask, Circumstances now) {
        Predicate<DiskName> held =
                disk -> holder(disk).filter(lease -> lease.freeAt() > time).isPresent();
        return Placement.of(ask, now.inventory(), held, now.settings().sharedLeast())
                .isEnough();
    }

    /** The requests that wait, in the order in which they are served. */
    private List<Lease> queue(Circumstances now) {
        return leases.values().stream()
                .filter(Lease::isWaiting)
                .sorted(order(now))
                .toList();
    }

    private int ahead(Lease request, Circumstances now) {
        Comparator<Lease> order = order(now);
        return (int) leases.values().stream()
                .filter(each -> each.isWaiting() && each.ask().competesWith(request.ask()))
                .filter(each -> order.compare(each, request) < 0 && canEverBeServed(each, now))
                .count();
    }

    /** A request for more than still exists blocks no other request. */
    private static boolean canEverBeServed(Lease request, Circumstances now) {
        return Placement.of(
                        request.ask(),
                        now.inventory(),
                        disk -> false,
                        now.settings().sharedLeast())
                .isEnough();
    }

    private static Comparator<Lease> order(Circumstances now) {
        return Comparator.<Lease>comparingDouble(lease ->
                        -lease.urgency(now.priority().applyAsInt(lease.ask().tenant()), now.now(), now.settings()))
                .thenComparingLong(Lease::asked)
                .thenComparing(Lease::id);
    }

    /** The ledger after all requests were served that could be; the same object if there were none. */
    Ledger served(Circumstances now) {
        Ledger after = this;
        List<Lease> heldUp = new ArrayList<>();
        for (Lease request : queue(now)) {
            if (heldUp.stream().anyMatch(each -> each.ask().competesWith(request.ask()))) {
                continue;
            }
            Placement free = after.free(request.ask(), now);
            if (free.isEnough()) {
                after = after.with(request.granted(free.disks(), now.now(), now.settings()), next);
            } else if (canEverBeServed(request, now)) {
                heldUp.add(request);
            }
        }
        return after;
    }

    /**
     * The ledger after leases began whose disks are drained, or whose time to drain is over; the same object if there
     * are none.
     */
    Ledger begun(Circumstances now) {
        Ledger after = this;
        for (Lease lease : leases.values()) {
            if (lease.draining()) {
                Optional<DrainFacts> left = now.inventory().left(lease.disks());
                if (now.now() >= lease.since()
                        || left.filter(DrainFacts::isDrained).isPresent()) {
                    OptionalLong bytes =
                            left.map(facts -> OptionalLong.of(facts.bytes())).orElse(OptionalLong.empty());
                    after = after.with(lease.begun(now.now(), bytes), next);
                }
            }
        }
        return after;
    }

    /** The ledger without what has ended; the same object if nothing has. */
    Ledger ended(long now) {
        List<Lease> alive =
                leases.values().stream().filter(lease -> !lease.hasEnded(now)).toList();
        return alive.size() == leases.size() ? this : new Ledger(alive, next);
    }

    /**
     * Renews a lease: its disks are leased for that time from now on, or from when they are drained, or it waits for
     * that time. It never gets shorter.
     *
     * @param id of an existing lease
     */
    Decision renewed(String id, Duration time, Circumstances now) {
        Lease lease = leases.get(id);
        long wanted = Math.max(now.now(), lease.since()) + time.toSeconds();
        long most = !lease.isWaiting() && isWantedByOthers(lease, now)
                ? lease.since() + now.settings().longest().toSeconds()
                : Long.MAX_VALUE;
        long until = Math.max(lease.until(), Math.min(wanted, most));
        if (until == lease.until() && wanted > most) {
            return refused(
                    Reason.WANTED,
                    "another request waits for such disks, and a lease is then renewed up to "
                            + now.settings().longest().toSeconds() + " s after it was granted (lease.longest)");
        }
        Lease longer = lease.until(until);
        return new Granted(with(longer, next), longer);
    }

    private boolean isWantedByOthers(Lease lease, Circumstances now) {
        return leases.values().stream()
                .filter(Lease::isWaiting)
                .anyMatch(each -> canEverBeServed(each, now)
                        && now.inventory().disks().stream()
                                .anyMatch(disk ->
                                        lease.holds(disk.name()) && each.ask().wants(disk)));
    }

    Ledger expired(String id, long now) {
        return lease(id)
                .filter(lease -> lease.until() > now)
                .map(lease -> with(lease.until(now), next))
                .orElse(this);
    }

    Ledger without(String id) {
        List<Lease> others =
                leases.values().stream().filter(lease -> !lease.id().equals(id)).toList();
        return new Ledger(others, next);
    }

    private Ledger with(Lease lease, long newNext) {
        List<Lease> all = new ArrayList<>(without(lease.id()).leases());
        all.add(lease);
        return new Ledger(all, newNext);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ledger ledger && ledger.leases.equals(leases) && ledger.next == next;
    }

    @Override
    public int hashCode() {
        return 31 * leases.hashCode() + Long.hashCode(next);
    }

    @Override
    public String toString() {
        return leases.values().toString();
    }
}
