package io.hdfsthrottle.coordinator.replica;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.UsageReport;
import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What one more stream of a tenant would get at once on a node. Pure: the same report in, the same number out.
 *
 * <p>On a volume that is the tenant's entitlement as if it wanted everything, with the others as the node reports them, less what it moves there
 * already; at least a quarter of that entitlement, because a stream that comes to a volume that the tenant uses up shares it with the tenant's other
 * streams: so volumes that are all used up still compare by what the tenant is due there. The node's number is the mean over its volumes: a block
 * may lie on any of them, and HDFS fills them evenly.
 */
final class NodeRemainder {
    private static final double LEAST_PART = 0.25;

    private final Tenant tenant;
    private final Function<Tenant, Terms> policy;

    /**
     * Of that tenant.
     *
     * @param policy the terms that hold where a node does not report others
     */
    NodeRemainder(Tenant tenant, Function<Tenant, Terms> policy) {
        this.tenant = tenant;
        this.policy = policy;
    }

    /** In bytes a second; nothing for a node that does not pace, or whose volumes' capacity is not known. */
    OptionalLong of(UsageReport report) {
        if (!report.pacing()) {
            return OptionalLong.empty();
        }
        OptionalDouble mean = report.volumes().stream()
                .filter(volume -> volume.capacity().isPresent())
                .mapToDouble(volume -> of(volume, volume.capacity().get()))
                .average();
        return mean.isPresent() ? OptionalLong.of((long) mean.getAsDouble()) : OptionalLong.empty();
    }

    private double of(VolumeUsage volume, Rate capacity) {
        List<Demand> demands = new ArrayList<>();
        TenantUsage own = null;
        for (TenantUsage usage : volume.tenants()) {
            if (usage.tenant().equals(tenant)) {
                own = usage;
            } else if (usage.backlogged() || usage.rate().bytesPerSecond() > 0) {
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
