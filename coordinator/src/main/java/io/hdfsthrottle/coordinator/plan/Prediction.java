package io.hdfsthrottle.coordinator.plan;

import com.google.common.collect.MinMaxPriorityQueue;
import com.google.common.math.LongMath;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a change of the policy would give and take, by what nodes reported last. Who gains or loses most comes first.
 *
 * @param nodes the nodes that it is of: those that answer
 * @param disks their disks
 * @param tenants each tenant on all of these
 * @param shares each tenant on each disk, at most {@value #MOST_SHARES}
 * @param missing how many of these are left out, where less changes
 */
public record Prediction(int nodes, int disks, List<TenantShare> tenants, List<DiskShare> shares, int missing) {
    /** What one answer has; a cluster has more. */
    static final int MOST_SHARES = 1_000;

    /**
     * A tenant on all disks.
     *
     * @param nowBytesPerSecond what nodes report
     * @param beforeBytesPerSecond what it is predicted to get as long as nothing is changed
     * @param afterBytesPerSecond what it is predicted to get by the change
     */
    public record TenantShare(
            String tenant, long nowBytesPerSecond, long beforeBytesPerSecond, long afterBytesPerSecond) {}

    /** The same on one disk. */
    public record DiskShare(
            String node,
            String volume,
            String tenant,
            long nowBytesPerSecond,
            long beforeBytesPerSecond,
            long afterBytesPerSecond) {
        private long moved() {
            return Math.abs(afterBytesPerSecond - beforeBytesPerSecond);
        }
    }

    private static final Comparator<DiskShare> MOST_MOVED_FIRST =
            Comparator.comparingLong(DiskShare::moved).reversed().thenComparing(DiskShare::tenant);

    private static final Comparator<DiskShare> THEN_BY_DISK =
            MOST_MOVED_FIRST.thenComparing(DiskShare::node).thenComparing(DiskShare::volume);

    /**
     * Predicts it.
     *
     * @param factors the factors of priorities, taken to stay as they are
     * @param demand the last report of each node
     */
    public static Prediction of(Policy before, Policy after, Factors factors, ClusterDemand demand) {
        List<NodeDemand> reported =
                demand.nodes().stream().filter(NodeDemand::answering).toList();
        List<Map<Tenant, Rate>> old = PolicyShares.of(before, factors, reported);
        List<Map<Tenant, Rate>> changed = PolicyShares.of(after, factors, reported);
        MinMaxPriorityQueue<DiskShare> most = MinMaxPriorityQueue.orderedBy(THEN_BY_DISK)
                .maximumSize(MOST_SHARES)
                .create();
        Map<String, DiskShare> tenants = new TreeMap<>();
        int disks = 0;
        int shares = 0;
        for (NodeDemand node : reported) {
            for (VolumeUsage volume : node.volumes()) {
                for (DiskShare share : shares(node.node(), volume, old.get(disks), changed.get(disks))) {
                    most.add(share);
                    tenants.merge(share.tenant(), share, Prediction::both);
                    shares++;
                }
                disks++;
            }
        }
        return new Prediction(
                reported.size(),
                disks,
                tenants.values().stream()
                        .sorted(MOST_MOVED_FIRST)
                        .map(sum -> new TenantShare(
                                sum.tenant(),
                                sum.nowBytesPerSecond(),
                                sum.beforeBytesPerSecond(),
                                sum.afterBytesPerSecond()))
                        .toList(),
                most.stream().sorted(THEN_BY_DISK).toList(),
                shares - most.size());
    }

    /** What a tenant is predicted to get of all disks by a policy, bytes per second; otherwise as above. */
    public static long rate(Policy policy, Factors factors, ClusterDemand demand, Tenant tenant) {
        List<NodeDemand> reported =
                demand.nodes().stream().filter(NodeDemand::answering).toList();
        return PolicyShares.of(policy, factors, reported).stream()
                .mapToLong(disk -> disk.getOrDefault(tenant, Rate.ZERO).bytesPerSecond())
                .reduce(0, LongMath::saturatedAdd);
    }

    private static List<DiskShare> shares(
            String node, VolumeUsage volume, Map<Tenant, Rate> before, Map<Tenant, Rate> after) {
        Map<Tenant, Rate> now = new TreeMap<>();
        before.keySet().forEach(tenant -> now.put(tenant, Rate.ZERO));
        after.keySet().forEach(tenant -> now.put(tenant, Rate.ZERO));
        volume.tenants().forEach(usage -> now.replace(usage.tenant(), usage.rate()));
        List<DiskShare> shares = new ArrayList<>();
        now.forEach((tenant, rate) -> shares.add(new DiskShare(
                node,
                volume.volume(),
                tenant.name(),
                rate.bytesPerSecond(),
                before.getOrDefault(tenant, Rate.ZERO).bytesPerSecond(),
                after.getOrDefault(tenant, Rate.ZERO).bytesPerSecond())));
        return shares;
    }

    /** The sum over disks, under no disk's name. */
    private static DiskShare both(DiskShare one, DiskShare other) {
        return new DiskShare(
                "",
                "",
                one.tenant(),
                LongMath.saturatedAdd(one.nowBytesPerSecond, other.nowBytesPerSecond),
                LongMath.saturatedAdd(one.beforeBytesPerSecond, other.beforeBytesPerSecond),
                LongMath.saturatedAdd(one.afterBytesPerSecond, other.afterBytesPerSecond));
    }
}
