package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** One volume's disk: its measured throughput and the request sizes used, as JMX shows them. Immutable. */
public final class DiskFigures {

    private final VolumeActivity volume;
    private final Optional<DiskUse> use;
    private final int fallenBack;

    DiskFigures(VolumeActivity volume, Optional<DiskUse> use, int fallenBack) {
        this.volume = volume;
        this.use = use;
        this.fallenBack = fallenBack;
    }

    private DiskState disk() {
        return volume.disk();
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume.volume();
    }

    /**
     * What the disk can move, in bytes per second; 0 while unknown, and while it does nothing for 2 s that it is asked
     * for.
     */
    public long getCapacity() {
        return disk().capacity().map(Rate::bytesPerSecond).orElse(0L);
    }

    boolean knowsCapacity() {
        DiskState.Source source = disk().source();
        return source == DiskState.Source.CONFIGURED || source == DiskState.Source.MEASURED;
    }

    /**
     * What the whole machine moves on the disk, in bytes per second, a mean of about 5 s; -1 where unknown, as with
     * the next three.
     */
    public long getTotal() {
        return rate(DiskUse::total);
    }

    /** What HDFS was charged, on all volumes of the disk. */
    public long getHdfs() {
        return rate(DiskUse::hdfs);
    }

    /** What verified executors move there. */
    public long getExecutors() {
        return rate(DiskUse::executors);
    }

    /** What neither moves. */
    public long getUnclaimed() {
        return rate(DiskUse::unclaimed);
    }

    private long rate(Function<DiskUse, Rate> of) {
        return use.map(of).map(Rate::bytesPerSecond).orElse(-1L);
    }

    /**
     * {@code configured}, {@code measured}, {@code unknown}, or {@code shared}: another volume of the same disk shows
     * it, and all that tenants have there but their bytes.
     */
    public String getCapacitySource() {
        return disk().source().name().toLowerCase(Locale.ROOT);
    }

    /** The age of the last capacity measurement, in milliseconds; -1 if there is none. */
    public long getCapacityAgeMillis() {
        return disk().age().map(Duration::toMillis).orElse(-1L);
    }

    /**
     * Why tenants are isolated less there, such as on a shared disk (docs/shares.md#a-disk-that-others-use-too); empty
     * if they are not.
     */
    public String getTrouble() {
        return disk().trouble();
    }

    /**
     * How many enabled layers, pacing included, do less there than they are meant to; {@code Coverage} has the
     * reasons.
     */
    public int getFallenBack() {
        return fallenBack;
    }

    /** The size of one request to the disk, in bytes. */
    public long getPieceBytes() {
        return disk().pieceBytes();
    }

    /** The most bytes outstanding at the disk. */
    public long getWindowBytes() {
        return disk().windowBytes();
    }

    /** The bytes that a stream is served before the disk switches to another; 0 where a switch costs nothing. */
    public long getQuantumBytes() {
        return disk().quantumBytes();
    }

    /** The bytes that the disk could have moved in the time of one switch between streams. */
    public long getSwitchBytes() {
        return disk().switchBytes();
    }
}
