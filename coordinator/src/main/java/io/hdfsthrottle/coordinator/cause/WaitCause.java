package io.hdfsthrottle.coordinator.cause;

import java.util.Set;

/** What a part of the time of operations on DataNodes went for. The order is the one in which a tie is decided. */
public enum WaitCause {
    /** A limit of the application itself. */
    APPLICATION_LIMIT("applicationLimit", "its own limit, which the application was given"),
    /** The limit of its tenant. */
    LIMIT("limit", "the limit of its tenant"),
    /** The reservations of other tenants. */
    RESERVATION("reservation", "reservations of other tenants on the disk"),
    /** What others' weights are beyond their priorities: appointments, credits, history, forecasts. */
    FACTORS("factors", "others that weigh more than their priority, by an appointment, credits, history or a forecast"),
    /** The priorities of other tenants. */
    SHARE("share", "the shares that the priorities of other tenants give them"),
    /** Other applications of its own tenant. */
    SIBLINGS("siblings", "other applications of its own tenant"),
    /** Others or itself on this disk, while other disks of the cluster were free. */
    HOT_DISK("hotDisk", "a hot disk: disks without its data were free meanwhile"),
    /** Others or itself on a disk that is slower than the others of the cluster. */
    SLOW_DISK("slowDisk", "a slow disk: it gives less than half of what others give"),
    /** The disk, which served its own operations alone. */
    DISK("disk", "the disk's own speed, which was all for its own operations"),
    /** The pieces of others, although it got all that it asked for. */
    TURN("turn", "its turn behind pieces of others, although it got all that it asked for"),
    /** Not a wait: the disk moved its bytes. */
    MOVED("moved", "the disk moving its bytes: not throttled"),
    /** Not a wait for a disk: its thread on the DataNode slept, until its client or the network took or gave more. */
    CLIENT("client", "its client or the network, which took or gave no more: not throttled"),
    /** Not a wait for a disk: its thread ran, or waited for a processor. */
    PROCESSORS("processors", "processors of the DataNode, on which it ran or waited to run: not throttled"),
    /** Not a wait for a disk: what the operation did besides, of which the DataNode did not see enough. */
    OUTSIDE("outside", "outside the disk: its client, the network, or processors; not throttled"),
    /** The disk's capacity was not known, or less was given than what was due. */
    UNKNOWN("unknown", "nothing that is known");

    private static final Set<WaitCause> NO_WAITS = Set.of(MOVED, CLIENT, PROCESSORS, OUTSIDE);

    private final String label;
    private final String words;

    WaitCause(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** As it stands in answers: {@code hotDisk}. */
    public String label() {
        return label;
    }

    /** The same in words, for sentences. */
    public String words() {
        return words;
    }

    /** Whether a DataNode held the operation back meanwhile. */
    public boolean isWait() {
        return !NO_WAITS.contains(this);
    }
}
