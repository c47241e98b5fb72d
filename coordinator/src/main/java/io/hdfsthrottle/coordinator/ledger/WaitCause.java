package io.hdfsthrottle.coordinator.ledger;

import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.link.Waiting.Cause;
import io.hdfsthrottle.unit.Rate;
import java.util.Map;

/** Why a tenant's applications wait on a disk, from what its node reports. Pure. */
final class WaitCause {
    /** Rates are means over a second or so. */
    private static final double ALL_OF_LIMIT = 0.98;

    private static final double ALL_OF_DISK = 0.9;

    private WaitCause() {}

    /** Why they wait on that disk now. */
    static Cause of(TenantUsage tenant, VolumeUsage volume) {
        if (volume.capacity().isEmpty()) {
            return Cause.UNKNOWN;
        }
        double due = tenant.entitlement().bytesPerSecond();
        Rate limit = tenant.limit();
        if (!limit.isUnlimited() && due >= ALL_OF_LIMIT * limit.bytesPerSecond()) {
            return Cause.LIMIT;
        }
        return due >= ALL_OF_DISK * volume.capacity().get().bytesPerSecond() ? Cause.DISK : Cause.SHARE;
    }

    /** The cause that has most; unknown only if there is no other. */
    static Cause most(Map<Cause, Long> byCause) {
        return byCause.entrySet().stream()
                .filter(each -> each.getKey() != Cause.UNKNOWN)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Cause.UNKNOWN);
    }
}
