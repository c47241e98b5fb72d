package io.hdfsthrottle.coordinator.feature.credit;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;

/** The ledger of credits as a replicated state: at most 256 accounts of 26 hours each, less than 200 KiB. */
final class CreditConcern {
    static final Concern<Ledger> CREDITS = new Concern<>(
            "credits", Ledger.EMPTY, Snapshot.of("credits", 1, Ledger.EMPTY, Ledger.class), Unreadable.BEGINS_ANEW);

    private CreditConcern() {}
}
