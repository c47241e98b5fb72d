package io.hdfsthrottle.coordinator.feature.lease;

/** The decision on a request for a lease, for its renewal, or for more or fewer disks. */
sealed interface Decision {
    /** It gets disks; with the ledger after that. */
    record Granted(Ledger ledger, Lease lease) implements Decision {}

    /** It waits; with the ledger after that. */
    record Queued(Ledger ledger, Lease lease, Outlook outlook) implements Decision {}

    /** Nothing changes; the sentence is the reason for users, with what would help. */
    record Refused(Reason reason, Outlook outlook, String sentence) implements Decision {}

    /** Why it is refused. */
    enum Reason {
        /** The coordinator's settings do not allow leases. */
        OFF,
        /** Its user would have too many disks. */
        QUOTA,
        /** There are too few disks of the kind, free or not. */
        NEVER,
        /** Too few disks are free, and it does not wait. */
        NO_ROOM,
        /** It has no disks yet, so that there is nothing to resize. */
        WAITING,
        /** Another request waits for such disks, and the lease has had them for the longest time permitted. */
        WANTED,
        /** There are too many leases. */
        FULL
    }
}
