package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What is known of one volume's disk, and how it is asked, as JMX shows it. Immutable. */
public final class DiskFigures {

    private final VolumeActivity volume;
    private final Optional<DiskUse> use;

    DiskFigures(VolumeActivity volume, Optional<DiskUse> use) {
        this.volume = volume;
        this.use = use;
    }

    private DiskState disk() {
        return volume.disk();
    }

    /** The volume's storage id. */
    public String getVolume() {
        return volume.volume();
    }

    /** What the disk can give, in bytes a second; 0 while that is not known. */
    public long getCapacity() {
        return disk().capacity().map(Rate::bytesPerSecond).orElse(0L);
    }

    /** What the whole machine moves on the disk, in bytes a second; -1 where that is not known, as of the next three. */
    public long getTotal() {
        return rate(DiskUse::total);
    }

    /** What HDFS was charged for it, on all volumes of the disk. */
    public long getHdfs() {
        return rate(DiskUse::hdfs);
    }

    /** What executors move there that were verified. */
    public long getExecutors() {
        return rate(DiskUse::executors);
    }

    /** What nobody claims. */
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

    /** How long ago the capacity was last measured, in milliseconds; -1 if it was not. */
    public long getCapacityAgeMillis() {
        return disk().age().map(Duration::toMillis).orElse(-1L);
    }

    /** What the disk is asked for at once, in bytes. */
    public long getPieceBytes() {
        return disk().pieceBytes();
    }

    /** What may be outstanding at the disk, in bytes. */
    public long getWindowBytes() {
        return disk().windowBytes();
    }

    /** What a stream is served before another one is, in bytes; 0 where a change costs nothing. */
    public long getQuantumBytes() {
        return disk().quantumBytes();
    }

    /** What the disk could have moved while it changes its place, in bytes. */
    public long getSwitchBytes() {
        return disk().switchBytes();
    }
}
