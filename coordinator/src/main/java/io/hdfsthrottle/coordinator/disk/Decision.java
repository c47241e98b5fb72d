package io.hdfsthrottle.coordinator.disk;

/** What becomes of a request, or of the wish to renew. */
public sealed interface Decision {
    /**
     * It has disks.
     *
     * @param ledger the ledger after it
     * @param lease what it has
     */
    record Granted(Ledger ledger, Lease lease) implements Decision {}

    /**
     * It waits.
     *
     * @param ledger the ledger after it
     * @param lease what it waits for
     * @param outlook what it can expect
     */
    record Queued(Ledger ledger, Lease lease, Outlook outlook) implements Decision {}

    /**
     * It is refused, and nothing changes.
     *
     * @param reason why
     * @param outlook what is free and when
     * @param sentence the same for people, with what would help
     */
    record Refused(Reason reason, Outlook outlook, String sentence) implements Decision {}

    /** Why it is refused. */
    enum Reason {
        /** The coordinator's settings do not allow leases. */
        OFF,
        /** Its user would have too many disks. */
        QUOTA,
        /** There are not so many disks of the kind, free or not. */
        NEVER,
        /** There are not so many free, and it does not wait. */
        NO_ROOM,
        /** Somebody waits for such disks, and it had them as long as one may. */
        WANTED,
        /** There are too many leases. */
        FULL
    }
}
