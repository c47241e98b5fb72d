package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.usage.DrainFacts;
import java.util.Optional;

/**
 * One disk with its state and its lease, for display.
 *
 * @param strangers the current throughput of tenants other than the holder's, bytes per second; 0 while it is not
 *     leased
 * @param left what is left on it; empty while it is not drained, or its node does not report it
 */
record DiskLine(Disk disk, State state, Optional<Lease> holder, long strangers, Optional<DrainFacts> left) {
    private static final String UNSAID = "its node does not say what lies there";

    /** The state of a disk with respect to leases. */
    enum State {
        /** All tenants share it by priority. */
        SHARED,
        /** It is leased, and its data is being moved away, or other tenants use it. */
        DRAINING,
        /** It is leased, and no other tenant uses it at the moment. */
        LEASED,
        /** Its node is silent, or reports it no more; its lease goes on. */
        BROKEN
    }

    static DiskLine of(Disk disk, Optional<Lease> holder) {
        long strangers =
                holder.map(lease -> disk.useBesides(lease.ask().tenant())).orElse(0L);
        Optional<DrainFacts> left = holder.flatMap(lease -> lease.draining().stream()
                .filter(disk.name()::overlaps)
                .findFirst()
                .flatMap(disk::left));
        return new DiskLine(disk, state(disk, holder, strangers), holder, strangers, left);
    }

    private static State state(Disk disk, Optional<Lease> holder, long strangers) {
        if (!disk.trouble().isEmpty()) {
            return State.BROKEN;
        }
        if (holder.isEmpty()) {
            return State.SHARED;
        }
        return strangers > 0 || holder.get().drains(disk.name()) ? State.DRAINING : State.LEASED;
    }

    /** Why it cannot be used, or is not drained although it is to be; empty otherwise. */
    Optional<String> trouble() {
        String why = disk.trouble();
        if (why.isEmpty() && holder.filter(lease -> lease.drains(disk.name())).isPresent()) {
            why = left.map(DrainFacts::trouble).orElse(UNSAID);
        }
        return why.isEmpty() ? Optional.empty() : Optional.of(why);
    }
}
