package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.node.NodeReport;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;

/** Reports of nodes whose disks give 100 bytes per second. */
final class Reports {
    static final Tenant GOLD = Tenant.named("gold");
    static final Tenant ETL = Tenant.named("etl");

    private Reports() {}

    /** A tenant that is due half of a disk, and has waited so long since its node started. */
    static TenantUsage usage(Tenant tenant, long rate, boolean backlogged, long waitedMillis) {
        return TenantUsage.of(
                tenant,
                1,
                0,
                Rate.ofBytesPerSecond(rate),
                Rate.ofBytesPerSecond(50),
                backlogged,
                Duration.ofMillis(waitedMillis));
    }

    static VolumeUsage disk(String volume, TenantUsage... tenants) {
        return VolumeUsage.of(volume, Rate.ofBytesPerSecond(100), List.of(tenants));
    }

    static NodeReport node(String node, VolumeUsage... disks) {
        return new NodeReport(UsageReport.of(node, GrantVersion.NONE, true, List.of(disks)), Duration.ZERO, true);
    }

    /** One disk on which one tenant moves that. */
    static List<NodeReport> of(Tenant tenant, long rate) {
        return List.of(node("dn1:9866", disk("DS-1", usage(tenant, rate, false, 0))));
    }
}
