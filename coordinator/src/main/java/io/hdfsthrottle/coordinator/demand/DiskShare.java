package io.hdfsthrottle.coordinator.demand;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;

/**
 * What a tenant has of a disk by its node's last report, in bytes per second.
 *
 * @param given what it was charged there
 * @param demand what it would use there, as far as the disk and its limit permit
 * @param due what it is due of that
 */
public record DiskShare(double given, double demand, double due) {
    /** That of a tenant on a disk. */
    public static DiskShare of(VolumeUsage disk, TenantUsage usage) {
        double given = usage.rate().bytesPerSecond();
        double demand = usage.backlogged()
                ? Math.max(
                        given, disk.capacity().map(whole -> most(whole, usage)).orElse(given))
                : given;
        return new DiskShare(
                given, demand, Math.min((double) usage.entitlement().bytesPerSecond(), demand));
    }

    private static double most(Rate capacity, TenantUsage usage) {
        return Math.min(capacity.bytesPerSecond(), usage.limit().bytesPerSecond());
    }
}
