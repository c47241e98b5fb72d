package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.usage.DrainFacts;
import java.util.Optional;

/**
 * One disk with its state and its lease, for display.
 *
 * @param disk the disk
 * @param state its state
 * @param holder the lease that holds it
 * @param strangers the current throughput of tenants other than the holder's, bytes per second; 0 while it is not
 *     leased
 * @param left what is left on it; empty while it is not drained, or its node does not report it
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

    /** Why it cannot be used, or is not drained although it is to be; empty otherwise. */
    public Optional<String> trouble() {
        String why = disk.trouble();
        if (why.isEmpty() && holder.filter(Lease::draining).isPresent()) {
            why = left.map(DrainFacts::trouble).orElse(UNSAID);
        }
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }
}
