package io.hdfsthrottle.coordinator.feature.mode;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What enforcing would give on the disks of nodes in shadow, and on those that serve a tenant in shadow: the shares
 * that a node would compute for each disk from its tenants' rates, where a tenant that the disk limits wants more.
 * Pure.
 *
 * <p>A disk gives what was measured when it was scheduled last, and at least what it gives now. As in a node, a part of
 * a tenant's reservation is for each disk; here in proportion to its rates.
 *
 * @param summary in a sentence for people
 * @param tenants by name
 */
record Outlook(String summary, List<TenantOutlook> tenants) {
    static Outlook of(List<NodeReport> reports, Policy policy, Modes modes) {
        List<UsageReport> answering = reports.stream()
                .filter(NodeReport::answering)
                .map(NodeReport::usage)
                .toList();
        long shadows = answering.stream().filter(Outlook::isInShadow).count();
        List<VolumeUsage> disks = answering.stream()
                .flatMap(usage -> usage.disks().stream()
                        .filter(disk -> isInShadow(usage) || (usage.pacing() && servesShadow(disk, modes))))
                .toList();
        Sums sums = new Sums(policy, modes, everywhere(answering));
        disks.forEach(sums::add);
        String summary = shadows == 0 && disks.isEmpty()
                ? "Nothing is in shadow; hdfs-throttle mode shadow counts and delays nobody."
                : shadows + " of " + answering.size() + " nodes are in shadow; of " + disks.size()
                        + " disks that serve what is in shadow, " + sums.busy + " limit a tenant.";
        return new Outlook(
                summary,
                sums.tenants.entrySet().stream()
                        .map(each -> each.getValue().outlook(each.getKey().name()))
                        .toList());
    }

    private static boolean isInShadow(UsageReport usage) {
        return usage.mode().filter(Mode.SHADOW::equals).isPresent();
    }

    /** Whether a tenant that alone is in shadow uses a disk on which others are scheduled. */
    private static boolean servesShadow(VolumeUsage disk, Modes modes) {
        return disk.tenants().stream().anyMatch(usage -> usage.isActive() && modes.of(usage.tenant()) == Mode.SHADOW);
    }

    /** The rates of tenants on all disks, bytes per second. */
    private static Map<Tenant, Double> everywhere(List<UsageReport> reports) {
        Map<Tenant, Double> rates = new TreeMap<>();
        reports.stream()
                .flatMap(usage -> usage.disks().stream())
                .flatMap(disk -> disk.tenants().stream())
                .forEach(usage ->
                        rates.merge(usage.tenant(), (double) usage.rate().bytesPerSecond(), Double::sum));
        return rates;
    }

    /** What one tenant gets and would get, so far. */
    private static final class Sum {
        private double now;
        private double enforced;
        private int streams;
        private int disks;

        private TenantOutlook outlook(String tenant) {
            return TenantOutlook.of(tenant, Math.round(now), Math.round(enforced), streams, disks);
        }
    }

    private static final class Sums {
        private final Policy policy;
        private final Modes modes;
        private final Map<Tenant, Double> everywhere;
        private final Map<Tenant, Sum> tenants = new TreeMap<>();
        private int busy;

        private Sums(Policy policy, Modes modes, Map<Tenant, Double> everywhere) {
            this.policy = policy;
            this.modes = modes;
            this.everywhere = everywhere;
        }

        private void add(VolumeUsage disk) {
            List<TenantUsage> present = disk.tenants().stream()
                    .filter(usage -> modes.of(usage.tenant()) != Mode.OFF)
                    .filter(usage -> usage.isActive() || usage.streams() > 0)
                    .toList();
            double moved = present.stream()
                    .mapToDouble(usage -> usage.rate().bytesPerSecond())
                    .sum();
            double measured = disk.capacity().orElse(Rate.ZERO).bytesPerSecond();
            Rate capacity = Rate.ofBytesPerSecond((long) Math.max(moved, measured));
            List<Entitlement> shares = ShareAlgorithm.weightedMaxMin()
                    .divide(capacity, present.stream().map(this::demand).toList());
            busy += present.stream().anyMatch(TenantUsage::backlogged) ? 1 : 0;
            for (int i = 0; i < present.size(); i++) {
                TenantUsage usage = present.get(i);
                Sum sum = tenants.computeIfAbsent(usage.tenant(), first -> new Sum());
                sum.now += usage.rate().bytesPerSecond();
                sum.enforced += shares.get(i).due().bytesPerSecond();
                sum.streams += usage.streams();
                sum.disks += usage.backlogged() ? 1 : 0;
            }
        }

        private Demand demand(TenantUsage usage) {
            // A report is not believed to hold a weight.
            boolean isWeight = usage.weight() >= Terms.LEAST_WEIGHT && usage.weight() <= Terms.LARGEST_WEIGHT;
            return Demand.of(
                    isWeight ? usage.weight() : policy.priority(usage.tenant()),
                    reservation(usage),
                    usage.limit(),
                    usage.backlogged() ? Rate.UNLIMITED : usage.rate());
        }

        private Rate reservation(TenantUsage usage) {
            double all = everywhere.getOrDefault(usage.tenant(), 0.0);
            double reserved = policy.terms(usage.tenant())
                    .map(TenantTerms::reservation)
                    .orElse(Rate.ZERO)
                    .bytesPerSecond();
            return all <= 0
                    ? Rate.ZERO
                    : Rate.ofBytesPerSecond((long) (reserved * usage.rate().bytesPerSecond() / all));
        }
    }
}
