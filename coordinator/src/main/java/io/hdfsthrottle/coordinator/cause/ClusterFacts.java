package io.hdfsthrottle.coordinator.cause;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What the report of one disk does not say of the cluster around it.
 *
 * @param capacity of all disks of which it is known, bytes per second
 * @param moved what they move, bytes per second
 * @param median of these capacities; 0 where there are too few disks to compare one
 * @param factors by tenant, what its weight is beyond its priority; 1 for others
 * @param priority of each tenant
 */
public record ClusterFacts(
        double capacity, double moved, double median, Map<Tenant, Double> factors, ToDoubleFunction<Tenant> priority) {
    /** Nothing is known. */
    public static final ClusterFacts NONE = new ClusterFacts(0, 0, 0, Map.of(), tenant -> 1);

    /** Of fewer disks, none is compared with the others. */
    private static final int FEW = 3;

    /** A disk that gives less than this part of what the median gives is slow. */
    private static final double SLOW = 0.5;

    /** Copies what it is given. */
    public ClusterFacts {
        factors = Map.copyOf(factors);
    }

    /** Those of a cluster with these disks. */
    public static ClusterFacts of(
            Stream<VolumeUsage> disks, Map<Tenant, Double> factors, ToDoubleFunction<Tenant> priority) {
        List<VolumeUsage> known =
                disks.filter(disk -> disk.capacity().isPresent()).toList();
        double[] capacities = known.stream()
                .mapToDouble(ClusterFacts::capacity)
                .filter(each -> each > 0)
                .sorted()
                .toArray();
        double moved = known.stream()
                .mapToDouble(disk -> Math.min(moved(disk), capacity(disk)))
                .sum();
        return new ClusterFacts(
                DoubleStream.of(capacities).sum(),
                moved,
                capacities.length < FEW ? 0 : capacities[capacities.length / 2],
                factors,
                priority);
    }

    private static double capacity(VolumeUsage disk) {
        return disk.capacity().map(Rate::bytesPerSecond).orElse(0L);
    }

    private static double moved(VolumeUsage disk) {
        return disk.tenants().stream()
                .map(TenantUsage::rate)
                .mapToDouble(Rate::bytesPerSecond)
                .sum();
    }

    /** The part of the other disks' capacity that nobody used, 0 to 1; 0 where there are no others. */
    double freeBeside(VolumeUsage disk) {
        double others = capacity - capacity(disk);
        double used = moved - Math.min(moved(disk), capacity(disk));
        return others <= 0 ? 0 : Math.min(1, Math.max(0, 1 - used / others));
    }

    /** The part of its time that a disk of the others would not take, 0 to 1; 0 of a disk that is not slow. */
    public double slowness(VolumeUsage disk) {
        double known = capacity(disk);
        return known > 0 && known < SLOW * median ? 1 - known / median : 0;
    }

    double factor(Tenant tenant) {
        return factors.getOrDefault(tenant, 1.0);
    }
}
