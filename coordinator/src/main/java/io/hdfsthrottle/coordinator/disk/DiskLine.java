package io.hdfsthrottle.coordinator.disk;

import io.hdfsthrottle.usage.DrainFacts;
import java.util.Optional;

/**
 * How it stands with one disk.
 *
 * @param disk what it is
 * @param state how it stands with it
 * @param holder who has leased it
 * @param strangers what others than the holder's tenant move on it at the moment, bytes per second; 0 while it is not leased
 * @param left what is left on it; nothing while it is not drained, or its node does not say
 */
public record DiskLine(Disk disk, DiskState state, Optional<Lease> holder, long strangers, Optional<DrainFacts> left) {
    private static final String UNSAID = "its node does not say what lies there";

    static DiskLine of(Disk disk, Optional<Lease> holder) {
        long strangers =
                holder.map(lease -> disk.useBesides(lease.ask().tenant())).orElse(0L);
        Optional<DrainFacts> left = holder.filter(Lease::draining).flatMap(lease -> lease.disks().stream()
                .filter(disk.name()::overlaps)
                .findFirst()
                .flatMap(disk::left));
        return new DiskLine(disk, state(disk, holder, strangers), holder, strangers, left);
    }

    private static DiskState state(Disk disk, Optional<Lease> holder, long strangers) {
        if (!disk.trouble().isEmpty()) {
            return DiskState.BROKEN;
        }
        if (holder.isEmpty()) {
            return DiskState.SHARED;
        }
        return strangers > 0 || holder.get().draining() ? DiskState.DRAINING : DiskState.LEASED;
    }

    /** Why it cannot be used, or is not drained; nothing if it can and is, or is not to be drained. */
    public Optional<String> trouble() {
        String why = disk.trouble();
        if (why.isEmpty() && holder.filter(Lease::draining).isPresent()) {
            why = left.map(DrainFacts::trouble).orElse(UNSAID);
        }
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }
}
