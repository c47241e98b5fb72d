package io.hdfsthrottle.coordinator.credit;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Contention for disks: how many tenants were active on the disks for which a tenant waited. Immutable. */
public final class Contention {
    /** No tenant waited. */
    public static final Contention NONE = new Contention(Map.of());

    private final Map<Tenant, Queue> queues;

    /** The disks where a tenant waited beside others: how many, and the sum of tenants active there. */
    private record Queue(long disks, long active) {
        Queue and(Queue other) {
            return new Queue(disks + other.disks, active + other.active);
        }
    }

    private Contention(Map<Tenant, Queue> queues) {
        this.queues = queues;
    }

    /**
     * The contention that answering nodes reported.
     *
     * @param tenants the tenants to consider
     * @param most how many tenants count on a disk at most
     */
    public static Contention of(ClusterDemand demand, Set<Tenant> tenants, int most) {
        Map<Tenant, Queue> queues = new TreeMap<>();
        for (NodeDemand node : demand.nodes()) {
            if (node.answering()) {
                node.volumes().forEach(volume -> count(volume, tenants, most, queues));
            }
        }
        return new Contention(queues);
    }

    private static void count(VolumeUsage volume, Set<Tenant> tenants, int most, Map<Tenant, Queue> queues) {
        long active = volume.tenants().stream()
                .filter(usage -> usage.backlogged() || usage.rate().bytesPerSecond() > 0)
                .count();
        if (active >= 2) {
            for (TenantUsage usage : volume.tenants()) {
                if (usage.backlogged() && tenants.contains(usage.tenant())) {
                    queues.merge(usage.tenant(), new Queue(1, Math.min(active, most)), Queue::and);
                }
            }
        }
    }

    /** A tenant that waited for one disk beside others: for tests and simulations. */
    public static Contention of(Tenant tenant, int active) {
        return new Contention(Map.of(tenant, new Queue(1, active)));
    }

    /**
     * What such a slice earns the tenant at that level; none if it did not wait, or no other tenant was active where it
     * did.
     */
    Credits earned(Tenant tenant, Level level, CreditSettings settings) {
        Queue queue = queues.get(tenant);
        if (queue == null) {
            return Credits.NONE;
        }
        Credits mean = new Credits(settings.perContender().times(queue.active()).thousandths() / queue.disks());
        return mean.plus(settings.perLevel().times(level.count()));
    }
}
