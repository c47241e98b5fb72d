package io.hdfsthrottle.coordinator.plan;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.plan.Score.DiskScore;
import io.hdfsthrottle.coordinator.plan.Score.Wants;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The prediction of a policy that was applied, and what nodes have reported since. Bounded: of a large cluster, the
 * disks on which most is to change. Not thread-safe.
 */
final class Scoring {
    /** So many disks are observed. */
    static final int MOST_DISKS = 1_000;

    /** A demand is another one if it differs by this part of what the disk was predicted to give. */
    private static final double NOTABLE = 0.05;

    private final Map<Place, Disk> disks = new HashMap<>();
    private final int left;
    private int looks;

    private record Place(String node, String volume) {}

    /** What a tenant was predicted to get, and what it wanted: all it can get, or that rate. */
    private record Expected(long bytesPerSecond, boolean wantsAll, long wanted) {
        private static final Expected NOTHING = new Expected(0, false, 0);

        static Expected of(Rate predicted, TenantUsage usage) {
            return new Expected(
                    predicted.bytesPerSecond(), usage.backlogged(), usage.rate().bytesPerSecond());
        }

        private long moved() {
            return Math.abs(bytesPerSecond - wanted);
        }
    }

    /** What was reported of a tenant, summed over looks. */
    private static final class Seen {
        private double bytesPerSecond;
        private int heldBack;
    }

    private static final class Disk {
        private final Map<Tenant, Expected> expected = new TreeMap<>();
        private final Map<Tenant, Seen> seen = new TreeMap<>();
        private int looks;

        private Disk(VolumeUsage wanted, Map<Tenant, Rate> predicted) {
            wanted.tenants()
                    .forEach(usage -> expected.put(
                            usage.tenant(), Expected.of(predicted.getOrDefault(usage.tenant(), Rate.ZERO), usage)));
        }

        private long moved() {
            return expected.values().stream().mapToLong(Expected::moved).sum();
        }

        private void see(VolumeUsage volume) {
            looks++;
            for (TenantUsage usage : volume.tenants()) {
                Seen sum = seen.computeIfAbsent(usage.tenant(), first -> new Seen());
                sum.bytesPerSecond += usage.rate().bytesPerSecond();
                sum.heldBack += usage.backlogged() ? 1 : 0;
            }
        }

        private List<DiskScore> scores(Place place) {
            double notable = NOTABLE
                    * expected.values().stream()
                            .mapToLong(Expected::bytesPerSecond)
                            .sum();
            Map<Tenant, Expected> all = new TreeMap<>(expected);
            seen.forEach((tenant, sum) -> all.putIfAbsent(tenant, Expected.NOTHING));
            Map<Tenant, Wants> wants = new HashMap<>();
            all.forEach((tenant, each) -> wants.put(tenant, wants(each, tenant, notable)));
            boolean compared = wants.values().stream().allMatch(each -> each == null);
            List<DiskScore> scores = new ArrayList<>();
            all.forEach((tenant, each) -> scores.add(new DiskScore(
                    place.node,
                    place.volume,
                    tenant.name(),
                    each.bytesPerSecond,
                    Math.round(got(tenant)),
                    wants.get(tenant),
                    compared)));
            return scores;
        }

        private double got(Tenant tenant) {
            return seen.containsKey(tenant) ? seen.get(tenant).bytesPerSecond / looks : 0;
        }

        /**
         * The demand of a tenant that is held back is not known: it wants more than it gets. So one that wanted all can
         * only want less, which shows if nothing holds it back; one that gets what was predicted wants that.
         */
        private Wants wants(Expected then, Tenant tenant, double notable) {
            double got = got(tenant);
            boolean heldBack = seen.containsKey(tenant) && 2 * seen.get(tenant).heldBack >= looks;
            if (Math.abs(got - then.bytesPerSecond) <= notable) {
                return null;
            }
            if (then.wantsAll) {
                return !heldBack && got < then.bytesPerSecond ? Wants.LESS : null;
            }
            if (got > then.wanted + notable) {
                return Wants.MORE;
            }
            return !heldBack && got < then.wanted - notable ? Wants.LESS : null;
        }
    }

    /** Predicts what that policy gives, by the last report of each node before it was applied. */
    Scoring(Policy applied, Factors factors, ClusterDemand demand) {
        List<NodeDemand> reported =
                demand.nodes().stream().filter(NodeDemand::answering).toList();
        List<Map<Tenant, Rate>> predicted = PolicyShares.of(applied, factors, reported);
        Map<Place, Disk> all = new HashMap<>();
        int next = 0;
        for (NodeDemand node : reported) {
            for (VolumeUsage volume : node.volumes()) {
                all.put(
                        new Place(node.node(), volume.volume()),
                        new Disk(PolicyShares.of(applied, volume), predicted.get(next++)));
            }
        }
        all.entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Map.Entry<Place, Disk> each) -> each.getValue().moved())
                        .reversed())
                .limit(MOST_DISKS)
                .forEach(each -> disks.put(each.getKey(), each.getValue()));
        left = all.size() - disks.size();
    }

    /** Takes the last report of each node into account; called about once a second. */
    void look(ClusterDemand demand) {
        looks++;
        for (NodeDemand node : demand.nodes()) {
            if (node.answering()) {
                for (VolumeUsage volume : node.volumes()) {
                    Disk disk = disks.get(new Place(node.node(), volume.volume()));
                    if (disk != null) {
                        disk.see(volume);
                    }
                }
            }
        }
    }

    /** The comparison with all that was seen. */
    Score score(String plan) {
        List<DiskScore> shares = new ArrayList<>();
        int compared = 0;
        int missing = left;
        for (Map.Entry<Place, Disk> each : disks.entrySet()) {
            if (looks == 0 || 2 * each.getValue().looks < looks) {
                missing++;
                continue;
            }
            List<DiskScore> scores = each.getValue().scores(each.getKey());
            compared += scores.stream().allMatch(DiskScore::compared) ? 1 : 0;
            shares.addAll(scores);
        }
        return Score.of(plan, compared, disks.size() + left - missing - compared, missing, shares);
    }
}
