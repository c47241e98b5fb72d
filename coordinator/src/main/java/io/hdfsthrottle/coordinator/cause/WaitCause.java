package io.hdfsthrottle.coordinator.cause;

import java.util.Set;

/** What a part of the time of operations on DataNodes went for. The order is the one in which a tie is decided. */
public enum WaitCause {
    APPLICATION_LIMIT("applicationLimit", "its own limit, which the application was given"),
    LIMIT("limit", "the limit of its tenant"),
    RESERVATION("reservation", "reservations of other tenants on the disk"),
    FACTORS("factors", "others that weigh more than their priority, by an appointment, credits, history or a forecast"),
    SHARE("share", "the shares that the priorities of other tenants give them"),
    SIBLINGS("siblings", "other applications of its own tenant"),
    HOT_DISK("hotDisk", "a hot disk: disks without its data were free meanwhile"),
    SLOW_DISK("slowDisk", "a slow disk: it gives less than half of what others give"),
    DISK("disk", "the disk's own speed, which was all for its own operations"),
    TURN("turn", "its turn behind pieces of others, although it got all that it asked for"),
    MOVED("moved", "the disk moving its bytes: not throttled"),
    NETWORK("network", "the network, on which data was on its way to its client: not throttled"),
    CLIENT("client", "its client, which took or gave no more: not throttled"),
    PROCESSORS("processors", "processors of the DataNode, on which it ran or waited to run: not throttled"),
    OUTSIDE("outside", "outside the disk: its client, the network, or processors; not throttled"),
    /** The disk's capacity was not known, or less was given than what was due. */
    UNKNOWN("unknown", "nothing that is known");

    private static final Set<WaitCause> NO_WAITS = Set.of(MOVED, NETWORK, CLIENT, PROCESSORS, OUTSIDE);

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
