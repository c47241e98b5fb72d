package io.hdfsthrottle.coordinator.feature.appointment;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The capacity of disks and its use by tenants, as last reported by nodes that answer, and as forecast. Rates in
 * bytes per second. Immutable.
 */
public final class Load {
    /** Nothing was reported. */
    public static final Load NONE = new Load(0, Map.of());

    /** How many slices ahead the load is known at most: as far as forecasts look. */
    static final long HORIZON = 15;

    private final double capacity;
    private final Map<Tenant, Use> uses;
    private final ToDoubleFunction<Tenant> weights;
    private final Map<Tenant, Double> lasting;
    private final Map<Tenant, Double> coming;
    private final Map<String, NodeDemand> nodes;

    /**
     * The disk usage of one tenant.
     *
     * @param weight its weight without appointments
     * @param rate its rate on all disks
     * @param contested its rate on disks for which another tenant waits
     * @param fair its fair share there by weight alone
     * @param waits whether it waits for any disk
     */
    record Use(double weight, double rate, double contested, double fair, boolean waits) {
        static final Use NOTHING = new Use(1, 0, 0, 0, false);

        Use and(Use other) {
            return new Use(
                    weight, rate + other.rate, contested + other.contested, fair + other.fair, waits || other.waits);
        }
    }

    /** For tenants with weight 1 while idle. */
    Load(double capacity, Map<Tenant, Use> uses) {
        this(capacity, uses, tenant -> 1, Map.of(), Map.of(), Map.of());
    }

    private Load(
            double capacity,
            Map<Tenant, Use> uses,
            ToDoubleFunction<Tenant> weights,
            Map<Tenant, Double> lasting,
            Map<Tenant, Double> coming,
            Map<String, NodeDemand> nodes) {
        this.coming = Map.copyOf(coming);
        this.nodes = nodes;
        this.capacity = capacity;
        this.uses = Map.copyOf(uses);
        this.weights = weights;
        this.lasting = Map.copyOf(lasting);
    }

    /** The same, where the present use of these tenants is expected to last for so many slices only. */
    public Load lasting(Map<Tenant, Double> slices) {
        return new Load(capacity, uses, weights, slices, coming, nodes);
    }

    /** The same, where these tenants are expected to have these rates on all disks in the next slice. */
    Load coming(Map<Tenant, Double> rates) {
        return new Load(capacity, uses, weights, lasting, rates, nodes);
    }

    /** That of the disks of these nodes, as far as they answer; of all if none is named. */
    Load on(Set<String> names) {
        if (names.isEmpty()) {
            return this;
        }
        List<NodeDemand> named =
                names.stream().map(nodes::get).filter(Objects::nonNull).toList();
        Load there = of(ClusterDemand.of(named), weights).lasting(lasting);
        Map<Tenant, Double> parts = new TreeMap<>();
        there.uses.forEach((tenant, use) -> {
            Double rate = coming.get(tenant);
            if (rate != null && of(tenant).rate() > 0) {
                parts.put(tenant, rate * use.rate() / of(tenant).rate());
            }
        });
        return there.coming(parts);
    }

    /** Whether a node of these names is known, no node is known at all, or none is named. */
    boolean knowsAny(Set<String> names) {
        return names.isEmpty() || nodes.isEmpty() || names.stream().anyMatch(nodes::containsKey);
    }

    /** The reported load, with these weights of tenants without appointments. */
    public static Load of(ClusterDemand demand, ToDoubleFunction<Tenant> weight) {
        Map<Tenant, Use> uses = new TreeMap<>();
        demand.volumes().forEach(volume -> count(volume, weight, uses));
        Map<String, NodeDemand> nodes =
                demand.nodes().stream().collect(Collectors.toMap(NodeDemand::node, each -> each, (one, same) -> one));
        return new Load(demand.volumes().mapToDouble(Load::capacity).sum(), uses, weight, Map.of(), Map.of(), nodes);
    }

    private static void count(VolumeUsage volume, ToDoubleFunction<Tenant> weight, Map<Tenant, Use> uses) {
        List<TenantUsage> active =
                volume.tenants().stream().filter(TenantUsage::isActive).toList();
        double weights = active.stream()
                .mapToDouble(usage -> weight.applyAsDouble(usage.tenant()))
                .sum();
        double capacity = capacity(volume);
        long waiting = active.stream().filter(TenantUsage::backlogged).count();
        for (TenantUsage usage : active) {
            double own = weight.applyAsDouble(usage.tenant());
            double rate = (double) usage.rate().bytesPerSecond();
            boolean contested = waiting > (usage.backlogged() ? 1 : 0);
            Use use = new Use(
                    own, rate, contested ? rate : 0, contested ? capacity * own / weights : 0, usage.backlogged());
            uses.merge(usage.tenant(), use, Use::and);
        }
    }

    private static double capacity(VolumeUsage volume) {
        return volume.capacity().map(Rate::bytesPerSecond).orElse(0L);
    }

    /** Their capacity; 0 if unknown. */
    double capacity() {
        return capacity;
    }

    Map<Tenant, Use> uses() {
        return uses;
    }

    Use of(Tenant tenant) {
        return uses.getOrDefault(tenant, Use.NOTHING);
    }

    /** The tenant's weight without appointments, whether it is active or idle. */
    double weight(Tenant tenant) {
        Use use = uses.get(tenant);
        return use == null ? weights.applyAsDouble(tenant) : use.weight();
    }

    /**
     * In how many slices the disks have room for that rate beside the tenants that are not exempt: 0 while none of them
     * waits for a disk, or the capacity is unknown; empty if no end of their use is in sight. What begins now moves its
     * bytes in the next slice, so that one's forecast counts for it.
     */
    OptionalLong roomIn(double rate, Predicate<Tenant> exempt) {
        Map<Tenant, Use> others = new TreeMap<>(uses);
        others.keySet().removeIf(exempt);
        if (capacity == 0 || others.values().stream().noneMatch(Use::waits)) {
            return OptionalLong.of(0);
        }
        return LongStream.rangeClosed(0, HORIZON)
                .filter(ahead -> others.entrySet().stream()
                                .filter(each -> lasting.getOrDefault(each.getKey(), Double.MAX_VALUE) > ahead)
                                .mapToDouble(each -> ahead > 0
                                        ? each.getValue().rate()
                                        : coming.getOrDefault(
                                                each.getKey(), each.getValue().rate()))
                                .sum()
                        <= capacity - rate)
                .findFirst();
    }

    boolean anybodyWaits() {
        return uses.values().stream().anyMatch(Use::waits);
    }
}
