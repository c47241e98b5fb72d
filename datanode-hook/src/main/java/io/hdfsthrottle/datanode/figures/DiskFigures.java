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

    /** The disk's capacity in bytes a second; 0 while unknown. */
    public long getCapacity() {
        return disk().capacity().map(Rate::bytesPerSecond).orElse(0L);
    }

    boolean knowsCapacity() {
        DiskState.Source source = disk().source();
        return source == DiskState.Source.CONFIGURED || source == DiskState.Source.MEASURED;
    }

    /** The whole machine's throughput on the disk, in bytes a second; -1 where unknown, as with the next three. */
    public long getTotal() {
        return rate(DiskUse::total);
    }

    /** The bytes a second that HDFS was charged, on all volumes of the disk. */
    public long getHdfs() {
        return rate(DiskUse::hdfs);
    }

    /** The throughput of verified executors there. */
    public long getExecutors() {
        return rate(DiskUse::executors);
    }

    /** The throughput that is attributed to neither. */
    public long getUnclaimed() {
        return rate(DiskUse::unclaimed);
    }

    private long rate(Function<DiskUse, Rate> of) {
        return use.map(of).map(Rate::bytesPerSecond).orElse(-1L);
    }

    /** {@code configured}, {@code measured} or {@code unknown}. */
    public String getCapacitySource() {
        return disk().source().name().toLowerCase(Locale.ROOT);
    }

    /** The age of the last capacity measurement, in milliseconds; -1 if there is none. */
    public long getCapacityAgeMillis() {
        return disk().age().map(Duration::toMillis).orElse(-1L);
    }

    /** Why tenants are isolated less there than usual, such as on a shared disk; empty if they are not. */
    public String getTrouble() {
        return disk().trouble();
    }

    /** The number of layers, pacing included, that the settings enable and that do less there than they are meant to. */
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
