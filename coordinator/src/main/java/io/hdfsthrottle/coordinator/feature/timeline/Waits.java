package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * For how long tenants had waited on one node by its report before. A node counts since it started, and leaves out who
 * was not seen lately: what is new there has not waited yet.
 */
final class Waits {
    private final Map<Place, Duration> before;

    private record Place(String volume, Tenant tenant) {}

    private Waits(Map<Place, Duration> before) {
        this.before = before;
    }

    /** @param earlier the report before; null if there is none */
    static Waits of(UsageReport earlier) {
        Map<Place, Duration> waits = new HashMap<>();
        if (earlier != null) {
            for (VolumeUsage disk : earlier.disks()) {
                for (TenantUsage usage : disk.tenants()) {
                    waits.put(new Place(disk.volume(), usage.tenant()), usage.waited());
                }
            }
        }
        return new Waits(waits);
    }

    /** How much longer it has waited since, in milliseconds; 0 if the node has started meanwhile. */
    double since(VolumeUsage disk, TenantUsage usage) {
        Duration waited = usage.waited();
        Duration earlier = before.getOrDefault(new Place(disk.volume(), usage.tenant()), waited);
        return Math.max(0, waited.toMillis() - earlier.toMillis());
    }
}
