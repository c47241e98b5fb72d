package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.NodeDemand;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.plan.PolicyShares;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What enforcing would give on the disks of nodes in shadow, and on those that serve a tenant in shadow: the shares of
 * a cluster in which these are scheduled like the others, where a tenant that the disk limits wants more. Pure.
 *
 * <p>A disk gives what was measured when it was scheduled last, and at least what it gives now.
 *
 * @param summary in a sentence for people
 * @param tenants by name
 */
record Outlook(String summary, List<TenantOutlook> tenants) {
    static Outlook of(List<NodeReport> reports, Policy policy, Factors factors, Modes modes) {
        List<UsageReport> answering = reports.stream()
                .filter(NodeReport::answering)
                .map(NodeReport::usage)
                .toList();
        List<NodeDemand> enforced = answering.stream()
                .map(usage -> new NodeDemand(
                        usage.node(),
                        Duration.ZERO,
                        true,
                        NodeDemand.NOTHING,
                        disks(usage).stream()
                                .map(disk -> isCounted(usage, disk, modes) ? enforced(disk, modes) : disk)
                                .toList()))
                .toList();
        List<Map<Tenant, Rate>> shares = PolicyShares.of(policy, factors, enforced);
        Map<Tenant, Sum> sums = new TreeMap<>();
        int next = 0;
        int counted = 0;
        int busy = 0;
        for (UsageReport usage : answering) {
            for (VolumeUsage disk : disks(usage)) {
                Map<Tenant, Rate> share = shares.get(next++);
                if (isCounted(usage, disk, modes)) {
                    List<TenantUsage> present = present(disk, modes);
                    present.forEach(
                            each -> sum(sums, promised(each.tenant(), policy)).add(each));
                    share.forEach((tenant, rate) -> sum(sums, tenant).enforced += rate.bytesPerSecond());
                    counted++;
                    busy += present.stream().anyMatch(TenantUsage::backlogged) ? 1 : 0;
                }
            }
        }
        long shadows = answering.stream().filter(Outlook::isInShadow).count();
        String summary = shadows == 0 && counted == 0
                ? "Nothing is in shadow; hdfs-throttle mode shadow counts and delays nobody."
                : shadows + " of " + answering.size() + " nodes are in shadow; of " + counted
                        + " disks that serve what is in shadow, " + busy + " limit a tenant.";
        return new Outlook(
                summary,
                sums.entrySet().stream()
                        .map(each -> each.getValue().outlook(each.getKey().name()))
                        .toList());
    }

    private static Sum sum(Map<Tenant, Sum> sums, Tenant tenant) {
        return sums.computeIfAbsent(tenant, first -> new Sum());
    }

    /** One that the policy has not has the share of the default tenant. */
    private static Tenant promised(Tenant tenant, Policy policy) {
        return policy.terms(tenant).isPresent() ? tenant : Tenant.DEFAULT;
    }

    private static boolean isInShadow(UsageReport usage) {
        return usage.mode().filter(Mode.SHADOW::equals).isPresent();
    }

    /** Those that are scheduled, or would be. */
    private static List<VolumeUsage> disks(UsageReport usage) {
        return isInShadow(usage) || usage.pacing() ? usage.disks() : List.of();
    }

    /** Whether it is in shadow, or others are scheduled there beside a tenant that alone is in shadow. */
    private static boolean isCounted(UsageReport usage, VolumeUsage disk, Modes modes) {
        return isInShadow(usage)
                || disk.tenants().stream().anyMatch(each -> each.isActive() && modes.of(each.tenant()) == Mode.SHADOW);
    }

    private static List<TenantUsage> present(VolumeUsage disk, Modes modes) {
        return disk.tenants().stream()
                .filter(usage -> modes.of(usage.tenant()) != Mode.OFF)
                .filter(usage -> usage.isActive() || usage.streams() > 0)
                .toList();
    }

    /** What moves on a disk whose tenants wait is taken for its capacity: one that wants all gets what it lacks there. */
    private static VolumeUsage enforced(VolumeUsage disk, Modes modes) {
        List<TenantUsage> present = new ArrayList<>(present(disk, modes));
        long moved = present.stream()
                .mapToLong(usage -> usage.rate().bytesPerSecond())
                .sum();
        long lacks = disk.capacity().map(Rate::bytesPerSecond).orElse(0L) - moved;
        for (int i = 0; i < present.size() && lacks > 0; i++) {
            TenantUsage usage = present.get(i);
            if (usage.backlogged()) {
                Rate raised = Rate.ofBytesPerSecond(usage.rate().bytesPerSecond() + lacks);
                present.set(i, TenantUsage.of(usage.tenant(), 1, 0, raised, Rate.ZERO, true, Duration.ZERO));
                lacks = 0;
            }
        }
        return VolumeUsage.of(disk.volume(), disk.capacity().orElse(null), present);
    }

    /** What one tenant gets and would get, so far. */
    private static final class Sum {
        private long now;
        private long enforced;
        private int streams;
        private int disks;

        private void add(TenantUsage usage) {
            now += usage.rate().bytesPerSecond();
            streams += usage.streams();
            disks += usage.backlogged() ? 1 : 0;
        }

        private TenantOutlook outlook(String tenant) {
            return TenantOutlook.of(tenant, now, enforced, streams, disks);
        }
    }
}
