package io.hdfsthrottle.observation;

import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** A snapshot of a disk's capacity, as far as it is known, and of how requests to it are sized. Immutable. */
public final class DiskState {

    /** Nothing is known yet. */
    public static final DiskState UNKNOWN =
            new DiskState(Source.UNKNOWN, Optional.empty(), Optional.empty(), 0, 0, 0, 0, "");

    /** The disk is that of another volume, with which its state is told. */
    public static final DiskState SHARED =
            new DiskState(Source.SHARED, Optional.empty(), Optional.empty(), 0, 0, 0, 0, "");

    /** Where a capacity comes from. */
    public enum Source {
        /** An administrator set it. */
        CONFIGURED,
        /** It was measured under load. */
        MEASURED,
        /** The capacity is unknown. */
        UNKNOWN,
        /** It is told with another volume of the same disk. */
        SHARED
    }

    private final Source source;
    private final Optional<Rate> capacity;
    private final Optional<Duration> age;
    private final long pieceBytes;
    private final long windowBytes;
    private final long quantumBytes;
    private final long switchBytes;
    private final String trouble;

    private DiskState(
            Source source,
            Optional<Rate> capacity,
            Optional<Duration> age,
            long pieceBytes,
            long windowBytes,
            long quantumBytes,
            long switchBytes,
            String trouble) {
        this.source = source;
        this.capacity = capacity;
        this.age = age;
        this.pieceBytes = pieceBytes;
        this.windowBytes = windowBytes;
        this.quantumBytes = quantumBytes;
        this.switchBytes = switchBytes;
        this.trouble = trouble;
    }

    /** A disk that is limited to that configured rate. */
    public static DiskState configured(Rate capacity) {
        return new DiskState(Source.CONFIGURED, Optional.of(capacity), Optional.empty(), 0, 0, 0, 0, "");
    }

    /** A disk with that measured throughput. */
    public static DiskState measured(Rate capacity, Duration age) {
        return new DiskState(Source.MEASURED, Optional.of(capacity), Optional.of(age), 0, 0, 0, 0, "");
    }

    /**
     * The same disk with requests of these sizes. All in bytes.
     *
     * @param piece the size of a request
     * @param window the most that may be outstanding
     * @param quantum the bytes that a stream is served before another one is; 0 where a switch costs nothing
     * @param switchCost the bytes that it could have moved during a switch of position
     */
    public DiskState withRequests(long piece, long window, long quantum, long switchCost) {
        return new DiskState(source, capacity, age, piece, window, quantum, switchCost, trouble);
    }

    /** The same disk, on which tenants are isolated less for that reason; empty for none. */
    public DiskState withTrouble(String reason) {
        return new DiskState(
                source,
                capacity,
                age,
                pieceBytes,
                windowBytes,
                quantumBytes,
                switchBytes,
                Objects.requireNonNull(reason));
    }

    /** Why tenants are isolated less there than usual; empty if they are not. */
    public String trouble() {
        return trouble;
    }

    /** Where {@link #capacity} comes from. */
    public Source source() {
        return source;
    }

    /** The capacity of the disk. */
    public Optional<Rate> capacity() {
        return capacity;
    }

    /** How long ago it was last measured; empty if it was not. */
    public Optional<Duration> age() {
        return age;
    }

    /** The size of a request to the disk, in bytes. */
    public long pieceBytes() {
        return pieceBytes;
    }

    /** The most that may be outstanding, in bytes. */
    public long windowBytes() {
        return windowBytes;
    }

    /** The bytes that a stream is served before another one is; 0 where a switch costs nothing. */
    public long quantumBytes() {
        return quantumBytes;
    }

    /** The bytes that the disk could have moved during a switch of position. */
    public long switchBytes() {
        return switchBytes;
    }

    @Override
    public String toString() {
        return Objects.toString(capacity.orElse(null)) + " " + source;
    }
}
