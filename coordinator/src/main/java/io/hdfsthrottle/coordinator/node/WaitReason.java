package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.link.Waiting.Cause;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Derives why an application waited from its tenant's and the disks' usage as reported meanwhile: means over the wait.
 * Not thread-safe.
 */
final class WaitReason {
    /** Below 1, because rates are means over about a second. */
    private static final double ALL_OF_LIMIT = 0.98;

    private static final double ALL_OF_DISK = 0.9;

    private final Map<Cause, Long> millisByCause = new EnumMap<>(Cause.class);
    private double entitlement;
    private double capacity;

    /** Adds a wait on that disk; ignored if the disk's capacity is unknown. */
    void add(long millis, TenantUsage tenant, VolumeUsage volume) {
        volume.capacity().ifPresent(known -> add(millis, cause(tenant, known), tenant.entitlement(), known));
    }

    private void add(long millis, Cause cause, Rate due, Rate known) {
        millisByCause.merge(cause, millis, Long::sum);
        entitlement += (double) millis * due.bytesPerSecond();
        capacity += (double) millis * known.bytesPerSecond();
    }

    void clear() {
        millisByCause.clear();
        entitlement = 0;
        capacity = 0;
    }

    /** Goes on from what another coordinator knew. */
    void restore(Run.Wait wait) {
        clear();
        wait.capacity()
                .ifPresent(known ->
                        add(wait.millis(), wait.cause(), wait.entitlement().orElse(Rate.ZERO), known));
    }

    private static Cause cause(TenantUsage tenant, Rate capacity) {
        double due = tenant.entitlement().bytesPerSecond();
        Rate limit = tenant.limit();
        if (!limit.isUnlimited() && due >= ALL_OF_LIMIT * limit.bytesPerSecond()) {
            return Cause.LIMIT;
        }
        return due >= ALL_OF_DISK * capacity.bytesPerSecond() ? Cause.DISK : Cause.SHARE;
    }

    boolean isKnown() {
        return !millisByCause.isEmpty();
    }

    Waiting waiting(Tenant tenant, Duration waited, Duration within) {
        Cause most = millisByCause.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Cause.UNKNOWN);
        Waiting waiting = Waiting.of(tenant, waited, within, most);
        long millis = millisByCause.values().stream().mapToLong(Long::longValue).sum();
        return millis == 0
                ? waiting
                : waiting.at(
                        Rate.ofBytesPerSecond(Math.round(entitlement / millis)),
                        Rate.ofBytesPerSecond(Math.round(capacity / millis)));
    }
}
