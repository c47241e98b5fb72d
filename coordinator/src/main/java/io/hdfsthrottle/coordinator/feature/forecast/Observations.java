package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.HashMap;
import java.util.Map;

/** The sums, by tenant, of the last reports of answering nodes and of executors. Immutable. */
final class Observations {
    private static final double MILLIS = 1e3;

    private final Map<Tenant, Sum> sums = new HashMap<>();
    private final Map<Tenant, Load> loads;
    private final double capacity;

    private static final class Sum {
        private double rate;
        private int disks;
        private int held;
        private double waited;
        private int applications;
        private long streams;
    }

    private Observations(ClusterDemand demand, Map<Tenant, Load> loads) {
        this.loads = loads;
        double known = 0;
        for (NodeDemand node : demand.nodes()) {
            if (node.answering()) {
                for (VolumeUsage volume : node.volumes()) {
                    known += volume.capacity()
                            .map(rate -> (double) rate.bytesPerSecond())
                            .orElse(0.0);
                    add(volume);
                }
            }
        }
        capacity = known;
    }

    static Observations of(ClusterDemand demand, Map<Tenant, Load> loads) {
        return new Observations(demand, loads);
    }

    private void add(VolumeUsage volume) {
        for (TenantUsage usage : volume.tenants()) {
            Sum sum = sums.computeIfAbsent(usage.tenant(), first -> new Sum());
            sum.rate += usage.rate().bytesPerSecond();
            sum.disks++;
            sum.streams += usage.streams();
            sum.held += usage.backlogged() ? 1 : 0;
            sum.waited += usage.waited().toMillis() / MILLIS;
        }
        for (ApplicationActivity application : volume.applications()) {
            Sum sum = sums.get(application.tenant());
            if (sum != null && !application.waited().isZero()) {
                sum.applications++;
            }
        }
    }

    /** That tenant's slice; waits of the slice before count as over if it was seen on as many disks. */
    Observation of(Tenant tenant, Waits before, double seconds) {
        Load load = loads.getOrDefault(tenant, Load.ABSENT);
        Sum sum = sums.get(tenant);
        if (sum == null) {
            return new Observation(0, 0, 0, 0, 0, 0, load);
        }
        boolean comparable = before.disks == sum.disks && sum.waited >= before.waited && seconds > 0;
        double waiting = comparable ? (sum.waited - before.waited) / seconds : 0;
        return new Observation(sum.rate, sum.disks, sum.held, waiting, sum.applications, sum.streams, load);
    }

    /**
     * How long a tenant's threads have waited since nodes started.
     *
     * @param disks on how many disks
     * @param waited in seconds
     */
    record Waits(int disks, double waited) {
        static final Waits NONE = new Waits(0, 0);
    }

    Waits waits(Tenant tenant) {
        Sum sum = sums.get(tenant);
        return sum == null ? Waits.NONE : new Waits(sum.disks, sum.waited);
    }

    /** What a tenant is charged, in bytes per second. */
    double rate(Tenant tenant) {
        Sum sum = sums.get(tenant);
        return sum == null ? 0 : sum.rate;
    }

    /** Whether it has demand. */
    boolean hasDemand(Tenant tenant) {
        return of(tenant, Waits.NONE, 0).hasDemand();
    }

    /** What all tenants are charged, in bytes per second. */
    double rate() {
        return sums.values().stream().mapToDouble(sum -> sum.rate).sum();
    }

    /** The throughput of all disks, as far as known, and not less than what is charged. */
    double capacity() {
        return Math.max(capacity, rate());
    }
}
