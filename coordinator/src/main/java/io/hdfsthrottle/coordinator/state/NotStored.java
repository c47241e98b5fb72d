package io.hdfsthrottle.coordinator.state;

/** Thrown when a change was not, or perhaps not, kept. Unchecked, because intermediate callers can only pass it on. */
public final class NotStored extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public enum Reason {
        /** This coordinator does not lead, or no longer does: nothing was changed. */
        NOT_LEADING,
        /** ZooKeeper did not answer in time: the change may have been kept; the next leader will know. */
        OUTCOME_UNKNOWN,
        /** There is no room for it, such as {@link SnapshotStore#LARGEST_BYTES} of a snapshot: nothing was changed. */
        TOO_LARGE,
        /** Too many changes wait to be kept: nothing was changed. */
        BUSY
    }

    private final Reason reason;

    public NotStored(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public NotStored(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
