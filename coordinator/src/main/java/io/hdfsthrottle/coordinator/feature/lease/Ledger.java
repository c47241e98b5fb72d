package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.lease.Decision.Granted;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Queued;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Reason;
import io.hdfsthrottle.coordinator.feature.lease.Decision.Refused;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.DrainFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Ledger of disk leases and of the queue of requests. Requests are served in the order of their urgency; one that
 * cannot be served yet blocks those behind it that want disks of the same kind, so that none starves while smaller ones
 * pass, and one that names its disks only keeps these. A disk that is not leased is shared by all tenants, so no disk is idle meanwhile. Times are seconds since 1970.
 * Immutable, pure.
 */
final class Ledger {
    static final Ledger EMPTY = new Ledger(List.of(), 1);

    /** The maximum number of leases and requests. */
    static final int MOST_LEASES = 512;

    /** A sentence says of so many volumes why they cannot be had; the rest is in the answer beside it. */
    private static final int MOST_SAID = 8;

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
        Lease request = Lease.waiting("lease-" + next, ask, owner, now.now());
        Optional<Refused> beyond = beyondQuota(request, now);
        if (beyond.isPresent()) {
            return beyond.get();
        }
        if (leases.size() >= MOST_LEASES) {
            return refused(Reason.FULL, "there are " + MOST_LEASES + " leases and requests already; more cannot be");
        }
        Waiting before = before(request, now);
        Placement free = free(request, before, now);
        if (!isBlocked(request, before) && free.isEnough()) {
            Lease granted = request.granted(free.disks(), now.now(), settings);
            return new Granted(with(granted, next + 1), granted);
        }
        if (!canEverBeServed(request, now)) {
            return never(request, now);
        }
        Outlook outlook = outlook(request, free, before, now);
        if (ask.patience().isZero()) {
            return noRoom(request, outlook, "ask for fewer, or wait for them, for example \"waitSeconds\": 28800");
        }
        return new Queued(with(request, next + 1), request, outlook);
    }

    /**
     * Gives a lease disks, or takes them back, without waiting. What it has stays as far as it still asks for it; a
     * change of numbers that would exchange disks is refused.
     *
     * @param id of an existing lease
     * @param size what it asks for then, from what it asked for
     */
    Decision resized(String id, UnaryOperator<LeaseRequest> size, Circumstances now) {
        Lease lease = leases.get(id);
        if (lease.isWaiting()) {
            return refused(Reason.WAITING, id + " has no disks yet; end it, and ask for as many as you want");
        }
        Lease request = lease.asking(size.apply(lease.ask()));
        Optional<Refused> beyond = beyondQuota(request, now);
        if (beyond.isPresent()) {
            return beyond.get();
        }
        Waiting before = before(Lease.waiting("lease-" + next, request.ask(), lease.owner(), now.now()), now);
        Placement free = free(request, before, now);
        if (!free.isEnough() && !canEverBeServed(request, now)) {
            return never(request, now);
        }
        List<DiskName> disks = free.isEnough() ? free.disks() : List.of();
        boolean adds = !lease.disks().containsAll(disks);
        boolean exchanges = adds && request.ask().among().isEmpty() && !disks.containsAll(lease.disks());
        if (disks.isEmpty() || exchanges || (adds && isBlocked(request, before))) {
            String help = exchanges
                    ? "these numbers would exchange disks that it has for others; name those that it is to have"
                    : "ask for fewer";
            return noRoom(request, outlook(request, free, before, now), help);
        }
        Lease resized = request.resized(disks, now.now(), now.settings());
        return new Granted(withAnyhow(resized), resized);
    }

    /** Refused if its user would have more disks than permitted, and more than now. */
    private Optional<Refused> beyondQuota(Lease request, Circumstances now) {
        String user = request.ask().user();
        int permitted = now.settings().disksPerUser();
        int others = leases.values().stream()
                .filter(lease -> lease.ask().user().equals(user) && !lease.id().equals(request.id()))
                .mapToInt(lease -> lease.ask().total())
                .sum();
        int all = others + request.ask().total();
        return all <= permitted || request.ask().total() <= request.disks().size()
                ? Optional.empty()
                : Optional.of(refused(
                        Reason.QUOTA,
                        user + " would have " + all + " disks, with those that it waits for; permitted are " + permitted
                                + " (lease.disks.per.user)"));
    }

    private Refused never(Lease request, Circumstances now) {
        LeaseRequest ask = request.ask();
        Placement most = most(request, now);
        return refused(
                Reason.NEVER,
                "there are never so many: " + most.nodesWithEnough() + " of the nodes that report have " + ask.disks()
                        + " such disks beside the " + now.settings().sharedLeast()
                        + " that stay shared (lease.shared.least), and " + ask.nodes() + " are asked for"
                        + sentence(unavailable(request, most, List.of(), disk -> Optional.empty(), now)));
    }

    private static Refused noRoom(Lease request, Outlook outlook, String help) {
        LeaseRequest ask = request.ask();
        return new Refused(
                Reason.NO_ROOM,
                outlook,
                outlook.nodes() + " of " + ask.nodes() + " nodes have " + ask.disks() + " such disks free"
                        + (request.isWaiting() ? "" : " or leased by it already") + ", and " + outlook.ahead()
                        + " requests come first; " + help + sentence(outlook.unavailable()));
    }

    private static String sentence(Map<String, String> unavailable) {
        return unavailable.entrySet().stream()
                .limit(MOST_SAID)
                .map(each -> "; " + each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining());
    }

    private static Refused refused(Reason reason, String sentence) {
        return new Refused(reason, Outlook.NONE, sentence);
    }

    /**
     * Requests that wait and come first.
     *
     * @param servable those that could be served if nobody had disks: a request for more than still exists blocks no other
     * @param named the volumes that they name, whether or not their nodes report at the moment
     */
    private record Waiting(List<Lease> servable, Set<String> named) {
        static Waiting nobody() {
            return new Waiting(new ArrayList<>(), new HashSet<>());
        }

        void add(Lease request, Circumstances now) {
            named.addAll(request.ask().among());
            if (most(request, now).isEnough()) {
                servable.add(request);
            }
        }
    }

    /** What that request could have now, while those before it keep the disks that they name. */
    private Placement free(Lease request, Waiting before, Circumstances now) {
        Predicate<DiskName> held = disk -> !Collections.disjoint(before.named(), disk.volumes())
                || another(request, disk).isPresent();
        return placement(request, held, now);
    }

    private static Placement placement(Lease request, Predicate<DiskName> held, Circumstances now) {
        return Placement.of(request, now.inventory(), held, now.settings().sharedLeast());
    }

    private static Placement most(Lease request, Circumstances now) {
        return placement(request, disk -> false, now);
    }

    /** Whether there are such disks at all. */
    private static boolean canEverBeServed(Lease request, Circumstances now) {
        return most(request, now).isEnough();
    }

    /** The lease other than this one that holds that disk. */
    private Optional<Lease> another(Lease request, DiskName disk) {
        return holder(disk).filter(lease -> !lease.id().equals(request.id()));
    }

    private static Optional<Lease> namedBy(List<Lease> waiting, DiskName disk) {
        return waiting.stream().filter(each -> each.ask().names(disk)).findFirst();
    }

    private static boolean isBlocked(Lease request, Waiting before) {
        return before.servable().stream().anyMatch(each -> each.ask().blocks(request.ask()));
    }

    /** What each request that waits can expect, by its id. */
    Map<String, Outlook> outlooks(Circumstances now) {
        Map<String, Outlook> outlooks = new TreeMap<>();
        Waiting before = Waiting.nobody();
        for (Lease request : queue(now)) {
            outlooks.put(request.id(), outlook(request, free(request, before, now), before, now));
            before.add(request, now);
        }
        return outlooks;
    }

    private Outlook outlook(Lease request, Placement free, Waiting before, Circumstances now) {
        long ahead = before.servable().stream()
                .filter(each -> each.ask().competesWith(request.ask()))
                .count();
        Map<String, String> unavailable =
                unavailable(request, free, before.servable(), disk -> another(request, disk), now);
        return new Outlook(free.free(), free.nodesWithEnough(), (int) ahead, notBefore(request, now), unavailable);
    }

    /** By volume that it names and cannot have, why not. */
    private static Map<String, String> unavailable(
            Lease request,
            Placement free,
            List<Lease> before,
            Function<DiskName, Optional<Lease>> holder,
            Circumstances now) {
        Map<String, String> unavailable = new TreeMap<>();
        for (String volume : request.ask().among()) {
            if (!free.offers(volume)) {
                Optional<Disk> known = now.inventory().disk(volume);
                unavailable.put(
                        volume,
                        known.map(disk -> whyNot(disk, request, before, holder)).orElse("no node reports it"));
            }
        }
        return unavailable;
    }

    private static String whyNot(
            Disk disk, Lease request, List<Lease> before, Function<DiskName, Optional<Lease>> holder) {
        if (!disk.trouble().isEmpty()) {
            return disk.trouble();
        }
        if (!request.ask().wants(disk)) {
            return disk.isLeasable()
                    ? "it is of the kind " + disk.kind().label()
                    : "its node does not report its device";
        }
        return holder.apply(disk.name())
                .map(lease -> lease.id() + " has it until " + Instant.ofEpochSecond(lease.until()))
                .or(() -> namedBy(before, disk.name()).map(lease -> lease.id() + " waits for it and comes first"))
                .orElse("too few disks of its node would stay shared (lease.shared.least)");
    }

    /**
     * The first end of a lease at which enough disks would be free: found by bisection, because looking at all disks is
     * dear, and disks that are free at a time are free later.
     */
    private OptionalLong notBefore(Lease request, Circumstances now) {
        long[] ends = leases.values().stream()
                .filter(lease -> !lease.isWaiting())
                .mapToLong(lease -> Math.max(now.now(), lease.freeAt()))
                .sorted()
                .toArray();
        int from = 0;
        int to = ends.length;
        while (from < to) {
            int middle = (from + to) / 2;
            long time = ends[middle];
            Predicate<DiskName> held = disk -> another(request, disk)
                    .filter(lease -> lease.freeAt() > time)
                    .isPresent();
            if (placement(request, held, now).isEnough()) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from < ends.length ? OptionalLong.of(ends[from]) : OptionalLong.empty();
    }

    /** The requests that wait, in the order in which they are served. */
    private List<Lease> queue(Circumstances now) {
        return leases.values().stream()
                .filter(Lease::isWaiting)
                .sorted(order(now))
                .toList();
    }

    /** Those that wait and are served before that request. */
    private Waiting before(Lease request, Circumstances now) {
        Comparator<Lease> order = order(now);
        Waiting before = Waiting.nobody();
        leases.values().stream()
                .filter(each -> each.isWaiting() && order.compare(each, request) < 0)
                .forEach(each -> before.add(each, now));
        return before;
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
        Waiting heldUp = Waiting.nobody();
        for (Lease request : queue(now)) {
            Placement free = after.free(request, heldUp, now);
            if (!isBlocked(request, heldUp) && free.isEnough()) {
                after = after.with(request.granted(free.disks(), now.now(), now.settings()), next);
            } else {
                heldUp.add(request, now);
            }
        }
        return after;
    }

    /**
     * The ledger after leases began, or got more disks, because these are drained, or the time to drain is over; the
     * same object if there are none.
     */
    Ledger begun(Circumstances now) {
        Ledger after = this;
        for (Lease lease : leases.values()) {
            if (!lease.draining().isEmpty()) {
                Optional<DrainFacts> left = now.inventory().left(lease.draining());
                if (now.now() >= lease.drainedBy()
                        || left.filter(DrainFacts::isDrained).isPresent()) {
                    OptionalLong bytes =
                            left.map(facts -> OptionalLong.of(facts.bytes())).orElse(OptionalLong.empty());
                    after = after.with(lease.drained(now.now(), bytes), next);
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
        return new Granted(withAnyhow(longer), longer);
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

    /**
     * The same with a number used up, so that it is stored even if nothing changes: a deposed leader may not tell a
     * client what it has.
     */
    private Ledger withAnyhow(Lease lease) {
        return with(lease, next + 1);
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
