package io.hdfsthrottle.coordinator.feature.credit;

/** The decision on a tenant's request to yield or to boost: granted, or refused for a reason. */
public sealed interface Decision {
    /** It is granted; with the ledger after it. */
    record Granted(Ledger ledger) implements Decision {}

    /**
     * It is refused, and nothing changes.
     *
     * @param missing the credits that are missing; none if that is not why
     * @param sentence the reason for users, with what would help
     */
    record Refused(Reason reason, Credits missing, String sentence) implements Decision {}

    /** Why a request is refused. */
    enum Reason {
        /** The coordinator's settings do not allow it to any tenant. */
        OFF,
        /** The tenant has not enough credits. */
        CREDITS,
        /** It has high priority at the moment, and cannot yield. */
        BOOSTING,
        /** It yields at the moment, and cannot have high priority. */
        YIELDING,
        /** It would have high priority for longer than it may. */
        TOO_LONG,
        /** Too many tenants have accounts. */
        FULL
    }
}
