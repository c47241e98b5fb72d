package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.mode.Mode;
import io.hdfsthrottle.mode.Modes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cluster at the moment of a question.
 *
 * @param weight what a tenant weighs
 * @param factors of priorities
 * @param nodes their last reports
 * @param version of the policy that nodes are to have
 * @param modes that nodes are told
 * @param rates what applications move lately
 */
public record Situation(
        Policy policy,
        Function<Tenant, Weight> weight,
        Factors factors,
        List<NodeReport> nodes,
        GrantVersion version,
        Modes modes,
        Map<String, Rate> rates) {
    /** A disk of a node that answers. */
    record Place(NodeReport report, VolumeUsage disk) {
        String node() {
            return report.usage().node();
        }

        Optional<TenantUsage> of(Tenant tenant) {
            return disk.tenants().stream()
                    .filter(each -> each.tenant().equals(tenant))
                    .findFirst();
        }

        boolean isHeldBack(Tenant tenant) {
            return of(tenant).filter(this::holdsBack).isPresent();
        }

        /** Whether that tenant wants more, where the node delays it. */
        boolean holdsBack(TenantUsage usage) {
            UsageReport told = report.usage();
            return usage.backlogged() && told.pacing() && told.mode().orElse(Mode.ENFORCE) == Mode.ENFORCE;
        }

        @Override
        public String toString() {
            return node() + " " + disk.volume();
        }
    }

    Stream<Place> places() {
        return nodes.stream().filter(NodeReport::answering).flatMap(report -> report.usage().disks().stream()
                .map(disk -> new Place(report, disk)));
    }

    ClusterDemand demand() {
        return ClusterDemand.of(nodes, told -> 0);
    }

    ClusterFacts facts() {
        return ClusterFacts.of(demand().volumes(), factors.byTenant(), policy::priority);
    }
}
