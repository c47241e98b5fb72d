package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.util.List;

/**
 * The ledger of leases as a replicated state; 2,000 disks with names of usual length are less than 256 KiB. No
 * coordinator leads with one that it does not understand: it would lease disks again that somebody has.
 */
final class LeaseConcern {
    static final Concern<Ledger> LEASES = new Concern<>(
            "leases",
            Ledger.EMPTY,
            new Snapshot<>("leases", 1, Ledger.EMPTY, Stored.class, Stored::of, Stored::ledger),
            Unreadable.STOPS_LEADER);

    private LeaseConcern() {}

    private record Stored(long next, List<Lease> leases) {
        static Stored of(Ledger ledger) {
            return new Stored(ledger.next(), ledger.leases());
        }

        Ledger ledger() {
            return new Ledger(leases, next);
        }
    }
}
