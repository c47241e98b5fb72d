package io.hdfsthrottle.observation;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What is known of a disk at one moment, and how it is asked. Immutable. */
public final class DiskState {

    /** Nothing is known yet. */
    public static final DiskState UNKNOWN =
            new DiskState(Source.UNKNOWN, Optional.empty(), Optional.empty(), 0, 0, 0, 0);

    /** Where a capacity comes from. */
    public enum Source {
        /** An operator set it. */
        CONFIGURED,
        /** The disk showed it under load. */
        MEASURED,
        /** There is none. */
        UNKNOWN
    }

    private final Source source;
    private final Optional<Rate> capacity;
    private final Optional<Duration> age;
    private final long pieceBytes;
    private final long windowBytes;
    private final long quantumBytes;
    private final long switchBytes;

    private DiskState(
            Source source,
            Optional<Rate> capacity,
            Optional<Duration> age,
            long pieceBytes,
            long windowBytes,
            long quantumBytes,
            long switchBytes) {
        this.source = source;
        this.capacity = capacity;
        this.age = age;
        this.pieceBytes = pieceBytes;
        this.windowBytes = windowBytes;
        this.quantumBytes = quantumBytes;
        this.switchBytes = switchBytes;
    }

    /** A disk that is asked for no more than that. */
    public static DiskState configured(Rate capacity) {
        return new DiskState(Source.CONFIGURED, Optional.of(capacity), Optional.empty(), 0, 0, 0, 0);
    }

    /**
     * A disk that was seen to give that.
     *
     * @param age since it was last seen to
     */
    public static DiskState measured(Rate capacity, Duration age) {
        return new DiskState(Source.MEASURED, Optional.of(capacity), Optional.of(age), 0, 0, 0, 0);
    }

    /**
     * The same disk, asked in this way. All in bytes.
     *
     * @param piece what it is asked for at once
     * @param window what may be outstanding
     * @param quantum what a stream is served before another one is; 0 where a change costs nothing
     * @param switchCost what it could have moved while it changes its place
     */
    public DiskState asked(long piece, long window, long quantum, long switchCost) {
        return new DiskState(source, capacity, age, piece, window, quantum, switchCost);
    }

    /** Where {@link #capacity} comes from. */
    public Source source() {
        return source;
    }

    /** What the disk can give. */
    public Optional<Rate> capacity() {
        return capacity;
    }

    /** How long ago it was last measured; empty if it was not. */
    public Optional<Duration> age() {
        return age;
    }

    /** What the disk is asked for at once, in bytes. */
    public long pieceBytes() {
        return pieceBytes;
    }

    /** What may be outstanding, in bytes. */
    public long windowBytes() {
        return windowBytes;
    }

    /** What a stream is served before another one is, in bytes; 0 where a change costs nothing. */
    public long quantumBytes() {
        return quantumBytes;
    }

    /** What the disk could have moved while it changes its place, in bytes. */
    public long switchBytes() {
        return switchBytes;
    }

    @Override
    public String toString() {
        return Objects.toString(capacity.orElse(null)) + " " + source;
    }
}
