package io.hdfsthrottle.coordinator.cause;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the report of one disk does not say of the cluster around it.
 *
 * @param capacity of all disks of which it is known, bytes per second
 * @param moved what they move, bytes per second
 * @param factors by tenant, what its weight is beyond its priority; 1 for others
 */
public record ClusterFacts(double capacity, double moved, Map<Tenant, Double> factors) {
    /** Nothing is known. */
    public static final ClusterFacts NONE = new ClusterFacts(0, 0, Map.of());

    /** Copies what it is given. */
    public ClusterFacts {
        factors = Map.copyOf(factors);
    }

    /** Those of a cluster with these disks. */
    public static ClusterFacts of(Stream<VolumeUsage> disks, Map<Tenant, Double> factors) {
        double[] sums = new double[2];
        disks.filter(disk -> disk.capacity().isPresent()).forEach(disk -> {
            sums[0] += capacity(disk);
            sums[1] += Math.min(moved(disk), capacity(disk));
        });
        return new ClusterFacts(sums[0], sums[1], factors);
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

    double factor(Tenant tenant) {
        return factors.getOrDefault(tenant, 1.0);
    }
}
