package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Nodes, tenants and applications as tests write them down; rates in MiB/s. */
final class Cluster {
    static final Tenant GOLD = Tenant.named("gold");
    static final Tenant IRON = Tenant.named("iron");

    private final List<NodeReport> reports = new ArrayList<>();
    private final List<Claim> claims = new ArrayList<>();
    private Policy policy = Policy.INITIAL;

    static Rate mib(double number) {
        return Rate.ofBytesPerSecond((long) (number * (1 << 20)));
    }

    /** A node with volumes of these capacities; below 0 for one that is not known. */
    Cluster node(String name, double... capacities) {
        return node(name, true, true, capacities);
    }

    Cluster node(String name, boolean answers, boolean paces, double... capacities) {
        List<VolumeUsage> volumes = new ArrayList<>();
        for (int i = 0; i < capacities.length; i++) {
            TenantUsage moved = TenantUsage.of(GOLD, 1, 0, mib(7), Rate.ZERO, false, Duration.ZERO);
            volumes.add(VolumeUsage.of("DS-" + i, capacities[i] < 0 ? null : mib(capacities[i]), List.of(moved)));
        }
        reports.add(new NodeReport(
                UsageReport.of(name, GrantVersion.of(1, 1), paces, volumes), Duration.ofSeconds(1), answers));
        return this;
    }

    Cluster tenant(Tenant tenant, int priority, double reservation) {
        policy = policy.with(new TenantTerms(tenant, priority, mib(reservation), Rate.UNLIMITED));
        return this;
    }

    Cluster holds(String application, Tenant tenant, double rate, String... nodes) {
        claims.add(claim(application, tenant, rate, 0, 0, nodes));
        return this;
    }

    Cluster waits(String application, Tenant tenant, double rate, long since, String... nodes) {
        claims.add(claim(application, tenant, 0, rate, since, nodes));
        return this;
    }

    /** The claim of an application that asks now. */
    Claim asks(String application, Tenant tenant, double rate, String... nodes) {
        return claim(application, tenant, 0, rate, 1_000_000, nodes);
    }

    private Claim claim(String id, Tenant tenant, double held, double wanted, long since, String... nodes) {
        return new Claim(
                id,
                tenant,
                policy.terms(tenant).map(TenantTerms::priority).orElse(1),
                List.of(nodes),
                mib(held),
                wanted == 0 ? Optional.empty() : Optional.of(mib(wanted)),
                since,
                Duration.ofSeconds(10L * (claims.size() + 1)));
    }

    Offering offering() {
        return Offering.of(Disks.of(reports), policy, claims);
    }

    /** What is free of the volumes of that node. */
    List<VolumeOffer> volumes(int node) {
        return offering().volumes().apply(reports.get(node).usage());
    }
}
