package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds tenants that get less than they are due, and more than their limit, over all disks that are scheduled. The time
 * is a parameter. Not thread-safe.
 */
final class Shares {
    /** A tenant that gets this part of what it is due has it. */
    private static final double ENOUGH = 0.95;

    /** Rates are measured: this much over a limit is within it. */
    private static final double TOLERATED = 1.1;

    private static final double MEBI = 1 << 20;

    private Map<Tenant, Smoothed> due = new HashMap<>();
    private Map<Tenant, Smoothed> limits = new HashMap<>();

    /** The sums of one tenant over disks, bytes per second. */
    private static final class Sum {
        private double given;
        private double due;
        private int disks;
        private double mostMissing = -1;
        private String where = "";
        private double moved;
        private double parts;

        private void add(String node, VolumeUsage disk, TenantUsage usage) {
            double rate = usage.rate().bytesPerSecond();
            moved += rate;
            parts += usage.limit().isUnlimited() ? 0 : usage.limit().bytesPerSecond();
            if (usage.backlogged() && disk.capacity().isPresent()) {
                long most = Math.min(
                        disk.capacity().orElse(Rate.ZERO).bytesPerSecond(),
                        usage.limit().bytesPerSecond());
                double here = Math.min(usage.entitlement().bytesPerSecond(), most);
                given += rate;
                due += here;
                disks++;
                if (here - rate > mostMissing) {
                    mostMissing = here - rate;
                    where = node;
                }
            }
        }
    }

    List<Finding> next(Policy policy, List<NodeReport> reports, long nanos) {
        Map<Tenant, Sum> sums = new TreeMap<>();
        reports.stream().filter(NodeReport::answering).map(NodeReport::usage).forEach(usage -> add(usage, sums));
        // A tenant that is none of the policy's was promised nothing, whatever a node says.
        sums.keySet().removeIf(tenant -> policy.terms(tenant).isEmpty());
        List<Finding> findings = new ArrayList<>();
        Map<Tenant, Smoothed> nowDue = new HashMap<>();
        Map<Tenant, Smoothed> nowLimits = new HashMap<>();
        sums.forEach((tenant, sum) -> {
            if (sum.disks > 0) {
                Smoothed mean = Smoothed.after(due.get(tenant), sum.given, sum.due, nanos);
                nowDue.put(tenant, mean);
                if (mean.given() < ENOUGH * mean.promised()) {
                    findings.add(below(tenant, mean, sum));
                }
            }
            Rate limit = policy.terms(tenant).map(TenantTerms::limit).orElse(Rate.UNLIMITED);
            if (!limit.isUnlimited()) {
                // Where there are more disks than a limit can be split over, the parts together are more.
                double most = Math.max((double) limit.bytesPerSecond(), sum.parts);
                Smoothed mean = Smoothed.after(limits.get(tenant), sum.moved, most, nanos);
                nowLimits.put(tenant, mean);
                if (mean.given() > TOLERATED * mean.promised()) {
                    findings.add(above(tenant, mean, limit));
                }
            }
        });
        due = nowDue;
        limits = nowLimits;
        return findings;
    }

    private static void add(UsageReport usage, Map<Tenant, Sum> sums) {
        if (usage.pacing() && usage.mode().orElse(Mode.ENFORCE) == Mode.ENFORCE) {
            for (VolumeUsage disk : usage.disks()) {
                for (TenantUsage tenant : disk.tenants()) {
                    sums.computeIfAbsent(tenant.tenant(), first -> new Sum()).add(usage.node(), disk, tenant);
                }
            }
        }
    }

    private static Finding below(Tenant tenant, Smoothed mean, Sum sum) {
        String disks = sum.disks == 1 ? "one disk" : sum.disks + " disks";
        return new Finding(
                Kind.BELOW_ENTITLEMENT,
                tenant.name(),
                "Tenant " + tenant + " gets " + mebi(mean.given()) + " of the " + mebi(mean.promised())
                        + " that it is due and would use on " + disks + "; most is missing on " + sum.where + ".");
    }

    private static Finding above(Tenant tenant, Smoothed mean, Rate limit) {
        return new Finding(
                Kind.LIMIT_EXCEEDED,
                tenant.name(),
                "Tenant " + tenant + " gets " + mebi(mean.given()) + ", over its limit of "
                        + mebi((double) limit.bytesPerSecond())
                        + ": see whether its mode is off or shadow (hdfs-throttle mode).");
    }

    private static String mebi(double bytesPerSecond) {
        return String.format(Locale.ROOT, "%.1f MiB/s", bytesPerSecond / MEBI);
    }

    /**
     * What was given and what was promised, each a mean over the last seconds: a report of one second says little.
     *
     * @param given bytes per second
     * @param promised bytes per second
     * @param nanos when
     */
    private record Smoothed(double given, double promised, long nanos) {
        private static final double SECONDS = 3;
        private static final double NANOS = 1e9;

        /** After another value; the first is taken as it is. */
        static Smoothed after(Smoothed before, double given, double promised, long nanos) {
            if (before == null) {
                return new Smoothed(given, promised, nanos);
            }
            double part = 1 - Math.exp(-(nanos - before.nanos) / NANOS / SECONDS);
            return new Smoothed(
                    before.given + part * (given - before.given),
                    before.promised + part * (promised - before.promised),
                    nanos);
        }
    }
}
