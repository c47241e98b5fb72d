package io.hdfsthrottle.bench.disk;

import io.hdfsthrottle.rig.LoopDisk;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A real block device of known speed. Needs root, util-linux and what the kind needs. Sequential reads give the rate whatever the
 * readers do.
 */
public final class SlowDisk implements AutoCloseable {

    /**
     * Five files of a gibibyte, two that are written anew before the old ones are gone, and the gibibyte that a DataNode keeps free on a
     * disk.
     */
    private static final int IMAGE_MIB = 9 * 1024;

    /** What may be written to and not be on the disk: little, so that writers are the disk's within a window. */
    private static final long MOST_DIRTY_BYTES = 32 << 20;

    private final LoopDisk disk;
    private final NbdImage image;

    private SlowDisk(LoopDisk disk, NbdImage image) {
        this.disk = disk;
        this.image = image;
    }

    /** Makes a disk that gives so many MiB a second; from its first step on it is among the belongings. */
    public static SlowDisk mounted(
            Belongings belongings, Path folder, DiskKind kind, int mebibytesPerSecond, int readaheadKib)
            throws IOException {
        LoopDisk disk = belongings.own(LoopDisk.planned(folder));
        NbdImage image = new NbdImage(folder, kind);
        if (kind == DiskKind.STEADY) {
            disk.make(IMAGE_MIB, LoopDisk.Speed.ofReads(mebibytesPerSecond));
        } else {
            image.rate((long) mebibytesPerSecond << 20);
            disk.make(IMAGE_MIB, image);
        }
        SlowDisk made = new SlowDisk(disk, image);
        made.tune(kind, readaheadKib);
        return made;
    }

    /** What the kernel does by itself where it sees such a disk. */
    private void tune(DiskKind kind, int readaheadKib) {
        boolean seeks = kind == DiskKind.SEEKING;
        disk.readahead(readaheadKib);
        disk.set("queue/rotational", seeks ? "1" : "0");
        disk.scheduler(seeks ? "mq-deadline" : "none");
        if (kind != DiskKind.STEADY) {
            boundDirty();
        }
    }

    /** That little is dirty (sysfs-class-bdi, Linux 6.2). */
    private void boundDirty() {
        Path limits = disk.sysfs("bdi");
        disk.undoneBy(
                "sh", "-c", "echo 0 >" + limits.resolve("strict_limit") + "; echo 100 >" + limits.resolve("max_ratio"));
        disk.set("bdi/max_bytes", Long.toString(MOST_DIRTY_BYTES));
        disk.set("bdi/strict_limit", "1");
    }

    /** Lets as much of it be dirty as the machine's memory allows: what a disk has that nobody has guarded. */
    public void unboundDirty() {
        disk.set("bdi/strict_limit", "0");
        disk.set("bdi/max_ratio", "100");
    }

    /**
     * From now on its requests are ordered by that scheduler. bfq is told to keep to weights rather than to throughput (kernel:
     * Documentation/block/bfq-iosched.rst, low_latency and strict_guarantees).
     */
    public void scheduler(String name) {
        disk.scheduler(name);
        if (name.equals("bfq")) {
            disk.set("queue/iosched/low_latency", "0");
            disk.keepWeights();
        }
    }

    /** From now on it gives so many bytes a second; not for the steady kind. */
    public void rate(long bytesPerSecond) throws IOException {
        image.rate(bytesPerSecond);
    }

    /** What was read from the device and written to it since it was made: what came from the page cache is not in it. */
    public long bytesMoved() {
        return bytesRead() + bytesWritten();
    }

    /** What was read from it, in bytes. */
    public long bytesRead() {
        return disk.bytesRead();
    }

    /** What was written to it, in bytes: what still waits in memory is not in it. */
    public long bytesWritten() {
        return disk.bytesWritten();
    }

    /** For how many milliseconds since it was made it had something to do. */
    public long busyMillis() {
        return disk.busyMillis();
    }

    /** How many reads and writes it has completed since it was made. */
    public long requests() {
        return disk.requests();
    }

    /** For how many milliseconds these were on their way from the file system to the end, summed. */
    public long requestMillis() {
        return disk.requestMillis();
    }

    /** Where it is mounted. */
    public Path mount() {
        return disk.folder();
    }

    /** Writes everything out that was written to it: what is dirty cannot be dropped from the page cache. */
    public void flush() {
        disk.flush();
    }

    @Override
    public void close() {
        disk.close();
    }
}
