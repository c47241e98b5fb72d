package io.hdfsthrottle.tuning;

/** A disk's activity in an interval: the snapshot from which a {@link Tuner} decides. Immutable. */
final class Epoch {

    private final long nanos;
    private final long bytes;
    private final int switches;
    private final boolean saturated;
    private final boolean lean;

    /**
     * An interval.
     *
     * @param nanos its length, above 0
     * @param bytes of the pieces that completed in it
     * @param switches how many of them did not follow the piece before them
     * @param saturated whether a stream waited for the window all the time, and for nothing else
     * @param lean whether most of the time a tenant that asks for less than its share was expected back
     */
    Epoch(long nanos, long bytes, int switches, boolean saturated, boolean lean) {
        this.nanos = nanos;
        this.bytes = bytes;
        this.switches = switches;
        this.saturated = saturated;
        this.lean = lean;
    }

    /** Both together. */
    Epoch and(Epoch other) {
        return new Epoch(
                nanos + other.nanos,
                bytes + other.bytes,
                switches + other.switches,
                saturated && other.saturated,
                lean && other.lean);
    }

    long nanos() {
        return nanos;
    }

    long bytes() {
        return bytes;
    }

    int switches() {
        return switches;
    }

    boolean isSaturated() {
        return saturated;
    }

    boolean isLean() {
        return lean;
    }
}
