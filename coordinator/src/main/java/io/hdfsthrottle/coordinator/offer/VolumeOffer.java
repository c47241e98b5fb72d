package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Optional;

/**
 * Free capacity of one volume, to reserve and now, in bytes per second.
 *
 * @param reserved the part of it that reservations of tenants and their applications hold, in proportion to capacities
 * @param moved the rate charged to all tenants together in about the last second
 * @param freeToReserve what can be promised to more reservations: 90 % of its capacity less {@code reserved}; empty if
 *     its capacity is unknown
 * @param freeNow its unused throughput: its capacity less {@code moved}; empty if its capacity is unknown
 */
public record VolumeOffer(Rate reserved, Rate moved, Optional<Rate> freeToReserve, Optional<Rate> freeNow) {
    /**
     * The free capacity of that volume.
     *
     * @param reservedPart the part of its capacity that is reserved; empty on a node whose capacity cannot be promised
     */
    static VolumeOffer of(VolumeUsage volume, Optional<Double> reservedPart) {
        long moved = volume.tenants().stream()
                .map(TenantUsage::rate)
                .mapToLong(Rate::bytesPerSecond)
                .sum();
        Optional<Long> capacity = volume.capacity().map(Rate::bytesPerSecond);
        double held = reservedPart.orElse(0.0) * capacity.orElse(0L);
        double most = reservedPart.isPresent() ? CommittedCapacity.MOST_RESERVED : 0;
        return new VolumeOffer(
                rate(Math.round(held)),
                rate(moved),
                capacity.map(all -> rate((long) Math.floor(most * all - held + CommittedCapacity.HAIR))),
                capacity.map(all -> rate(all - moved)));
    }

    private static Rate rate(long bytesPerSecond) {
        return Rate.ofBytesPerSecond(Math.max(0, bytesPerSecond));
    }
}
