package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.util.Optional;

/**
 * What is free of one volume, in two senses, in bytes per second.
 *
 * @param reserved what reservations of tenants and their applications hold of it: their part, in proportion to capacities
 * @param moved what all tenants together were charged for it in about the last second
 * @param freeToReserve what can be promised to more reservations: 90 % of its capacity less {@code reserved}; nothing if its capacity is not known
 * @param freeNow what it could have moved besides: its capacity less {@code moved}; nothing if its capacity is not known
 */
public record VolumeOffer(Rate reserved, Rate moved, Optional<Rate> freeToReserve, Optional<Rate> freeNow) {
    /**
     * What is free of that volume.
     *
     * @param reservedPart the part of its capacity that is reserved; nothing for the volumes of a node that promises nothing
     */
    static VolumeOffer of(VolumeUsage volume, Optional<Double> reservedPart) {
        long moved = volume.tenants().stream()
                .map(TenantUsage::rate)
                .mapToLong(Rate::bytesPerSecond)
                .sum();
        Optional<Long> capacity = volume.capacity().map(Rate::bytesPerSecond);
        double held = reservedPart.orElse(0.0) * capacity.orElse(0L);
        double most = reservedPart.isPresent() ? Standing.MOST_RESERVED : 0;
        return new VolumeOffer(
                rate(Math.round(held)),
                rate(moved),
                capacity.map(all -> rate((long) Math.floor(most * all - held + Standing.HAIR))),
                capacity.map(all -> rate(all - moved)));
    }

    private static Rate rate(long bytesPerSecond) {
        return Rate.ofBytesPerSecond(Math.max(0, bytesPerSecond));
    }
}
