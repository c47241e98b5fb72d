package io.hdfsthrottle.grant;

/**
 * The version of a grant, ordered by the leader's epoch first, then by the count of changes in its term.
 *
 * <p>Epochs never repeat and never fall, so a deposed leader's grant is older than its successor's whatever it counts
 * (the fencing of Kafka's controller, KAFKA-6082). Immutable.
 */
public final class GrantVersion implements Comparable<GrantVersion> {

    /** Older than every grant. */
    public static final GrantVersion NONE = new GrantVersion(0, 0);

    private final long epoch;
    private final long sequence;

    private GrantVersion(long epoch, long sequence) {
        this.epoch = epoch;
        this.sequence = sequence;
    }

    /** The version with these; neither is negative. */
    public static GrantVersion of(long epoch, long sequence) {
        if (epoch < 0 || sequence < 0) {
            throw new IllegalArgumentException("no version: epoch " + epoch + ", sequence " + sequence);
        }
        return new GrantVersion(epoch, sequence);
    }

    /** The leader's term. */
    public long epoch() {
        return epoch;
    }

    /** The count of changes within the term. */
    public long sequence() {
        return sequence;
    }

    @Override
    public int compareTo(GrantVersion other) {
        int byEpoch = Long.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(sequence, other.sequence);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GrantVersion && compareTo((GrantVersion) other) == 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(epoch * 31 + sequence);
    }

    @Override
    public String toString() {
        return epoch + "." + sequence;
    }
}
