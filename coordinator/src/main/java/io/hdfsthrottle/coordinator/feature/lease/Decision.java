package io.hdfsthrottle.coordinator.feature.lease;

/** The decision on a request for a lease, or for its renewal. */
public sealed interface Decision {
    /**
     * The request gets disks.
     *
     * @param ledger the ledger after it
     * @param lease the granted lease
     */
    record Granted(Ledger ledger, Lease lease) implements Decision {}

    /**
     * The request is queued.
     *
     * @param ledger the ledger after it
     * @param lease the queued lease
     * @param outlook what it can expect
     */
    record Queued(Ledger ledger, Lease lease, Outlook outlook) implements Decision {}

    /**
     * It is refused, and nothing changes.
     *
     * @param reason why
     * @param outlook what is free and when
     * @param sentence the same for display, with what would help
     */
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
        /** Another request waits for such disks, and the lease has had them for the longest time permitted. */
        WANTED,
        /** There are too many leases. */
        FULL
    }
}
