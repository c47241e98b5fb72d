package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Contention for disks (section 3.1 of the paper): how many tenants were active on the disks for which a tenant waited, and which used a disk
 * without that. Immutable.
 */
record Contention(Map<Tenant, Contention.Queue> queues) {
    /** No tenant used a disk. */
    static final Contention NONE = new Contention(Map.of());

    private static final Queue ALONE = new Queue(0, 0);

    /**
     * The disks where a tenant waited beside others: how many, and the sum of tenants active there; of none, it used
     * disks without contention.
     */
    record Queue(long disks, long active) {
        Queue and(Queue other) {
            return new Queue(disks + other.disks, active + other.active);
        }
    }

    /** The contention that answering nodes reported; at most so many tenants count on a disk. */
    static Contention of(ClusterDemand demand, Set<Tenant> tenants, int most) {
        Map<Tenant, Queue> queues = new TreeMap<>();
        demand.volumes().forEach(volume -> count(volume, tenants, most, queues));
        return new Contention(queues);
    }

    private static void count(VolumeUsage volume, Set<Tenant> tenants, int most, Map<Tenant, Queue> queues) {
        long active = volume.tenants().stream().filter(TenantUsage::isActive).count();
        for (TenantUsage usage : volume.tenants()) {
            if (usage.isActive() && tenants.contains(usage.tenant())) {
                boolean contended = usage.backlogged() && active >= 2;
                queues.merge(usage.tenant(), contended ? new Queue(1, Math.min(active, most)) : ALONE, Queue::and);
            }
        }
    }

    /**
     * What such a slice earns the tenant at that level: for the tenants that were active where it waited; for itself
     * alone where it used disks without contention; and in any case a little for the level.
     */
    Credits earned(Tenant tenant, Level level, CreditSettings settings) {
        Credits little = settings.perLevel().times(level.count());
        Queue queue = queues.get(tenant);
        if (queue == null) {
            return little;
        }
        long active = settings.perContender().times(queue.active()).thousandths();
        Credits mean = queue.disks() == 0 ? settings.perContender() : new Credits(active / queue.disks());
        return mean.plus(little);
    }
}
