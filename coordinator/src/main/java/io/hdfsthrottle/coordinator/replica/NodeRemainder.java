package io.hdfsthrottle.coordinator.replica;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Computes the rate that one more stream of a tenant would get at once on a node. Pure: the same report in, the same
 * number out.
 *
 * <p>On a volume, that is the tenant's entitlement at unlimited demand, with the other tenants as the node reports
 * them, less the tenant's present rate there; at least a quarter of that entitlement, because a new stream on a volume
 * that the tenant saturates shares it with the tenant's other streams: so saturated volumes still compare by the
 * tenant's entitlement. The node's number is the mean over its volumes: a block may lie on any of them, and HDFS fills
 * them evenly.
 *
 * <p>A volume of unknown capacity, because no load has saturated it yet, is assumed to have the usual capacity of
 * volumes, or its present throughput if that is more.
 *
 * @param policy the terms that apply where a node reports no others
 * @param assumed the capacity of a volume for which none is known
 */
record NodeRemainder(Tenant tenant, Function<Tenant, Terms> policy, Rate assumed) {
    private static final double LEAST_PART = 0.25;

    /** The rate in bytes per second; empty for a node that does not pace or has no volumes. */
    OptionalLong of(UsageReport report) {
        if (!report.pacing()) {
            return OptionalLong.empty();
        }
        OptionalDouble mean = report.disks().stream()
                .mapToDouble(volume -> of(volume, volume.capacity().orElseGet(() -> assumed(volume))))
                .average();
        return mean.isPresent() ? OptionalLong.of((long) mean.getAsDouble()) : OptionalLong.empty();
    }

    private Rate assumed(VolumeUsage volume) {
        double now = volume.tenants().stream()
                .mapToDouble(usage -> usage.rate().bytesPerSecond())
                .sum();
        return Rate.ofBytesPerSecond(Math.max((long) now, assumed.bytesPerSecond()));
    }

    private double of(VolumeUsage volume, Rate capacity) {
        List<Demand> demands = new ArrayList<>();
        TenantUsage own = null;
        for (TenantUsage usage : volume.tenants()) {
            if (usage.tenant().equals(tenant)) {
                own = usage;
            } else if (usage.isActive()) {
                demands.add(demand(usage, usage.backlogged() ? Rate.UNLIMITED : usage.rate()));
            }
        }
        Terms terms = policy.apply(tenant);
        demands.add(
                own == null
                        ? Demand.of(terms.weight(), terms.reservation(), terms.limit(), Rate.UNLIMITED)
                        : demand(own, Rate.UNLIMITED));
        double due = ShareAlgorithm.weightedMaxMin()
                .divide(capacity, demands)
                .get(demands.size() - 1)
                .due()
                .bytesPerSecond();
        double used = own == null ? 0 : own.rate().bytesPerSecond();
        return Math.max(due - used, LEAST_PART * due);
    }

    private Demand demand(TenantUsage usage, Rate wanted) {
        Terms terms = policy.apply(usage.tenant());
        Rate limit = usage.limit().compareTo(terms.limit()) < 0 ? usage.limit() : terms.limit();
        double weight = Math.min(Math.max(usage.weight(), Terms.LEAST_WEIGHT), Terms.LARGEST_WEIGHT);
        return Demand.of(weight, terms.reservation(), limit, wanted);
    }
}
