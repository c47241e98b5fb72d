package io.hdfsthrottle.coordinator.disk;

import java.util.Optional;

/**
 * How it stands with one disk.
 *
 * @param disk what it is
 * @param state how it stands with it
 * @param holder who has leased it
 * @param strangers what others than the holder's tenant move on it at the moment, bytes per second; 0 while it is not leased
 */
public record DiskLine(Disk disk, DiskState state, Optional<Lease> holder, long strangers) {
    static DiskLine of(Disk disk, Optional<Lease> holder) {
        long strangers =
                holder.map(lease -> disk.useBesides(lease.ask().tenant())).orElse(0L);
        return new DiskLine(disk, state(disk, holder.isPresent(), strangers), holder, strangers);
    }

    private static DiskState state(Disk disk, boolean leased, long strangers) {
        if (!disk.trouble().isEmpty()) {
            return DiskState.BROKEN;
        }
        if (!leased) {
            return DiskState.SHARED;
        }
        return strangers > 0 ? DiskState.DRAINING : DiskState.LEASED;
    }
}
