package io.hdfsthrottle.bench.disk;

import io.hdfsthrottle.testkit.disk.LoopDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real block device of known speed. Needs root, util-linux and what the kind needs. Sequential reads reach the rate
 * with any number of readers.
 */
public final class SlowDisk implements AutoCloseable {

    /** The setting of a DataNode's folders. */
    public static final String DATA = "dfs.datanode.data.dir";

    /**
     * Space for five files of a gibibyte, two that are rewritten before the old ones are deleted, and the gibibyte that
     * a DataNode keeps free on a disk.
     */
    private static final int IMAGE_MIB = 9 * 1024;

    /** Of this machine's memory, what processes need. */
    private static final long PROCESSES_MIB = 4 * 1024;

    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +(\\d+) kB");

    /** The limit on dirty bytes: low, so that writers are limited by the disk within a window. */
    private static final long MOST_DIRTY_BYTES = 32 << 20;

    private final LoopDisk disk;
    private final NbdImage image;

    private SlowDisk(LoopDisk disk, NbdImage image) {
        this.disk = disk;
        this.image = image;
    }

    /** Creates the only disk that is filled. */
    public static SlowDisk mounted(
            RunResources resources, Path folder, DiskKind kind, int mebibytesPerSecond, int readaheadKib)
            throws IOException {
        return oneOf(1, resources, folder, kind, mebibytesPerSecond, readaheadKib);
    }

    /**
     * Creates a disk of so many MiB a second; it is registered with the resources from its first step on.
     *
     * @param filled the number of disks that will be as full as this one: the images of all are in memory, or none
     */
    public static SlowDisk oneOf(
            int filled, RunResources resources, Path folder, DiskKind kind, int mebibytesPerSecond, int readaheadKib)
            throws IOException {
        LoopDisk disk = resources.own(LoopDisk.planned(folder));
        NbdImage image = new NbdImage(folder, kind);
        long leastMib = (long) filled * IMAGE_MIB + PROCESSES_MIB;
        if (availableKib() >> 10 >= leastMib) {
            disk.keepImageInMemory(IMAGE_MIB);
        } else {
            System.err.println("less than " + (leastMib >> 10)
                    + " GiB of memory are free: the model disk is as fast as the disk that its image is on, at most");
        }
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

    /** As of proc(5). */
    private static long availableKib() throws IOException {
        Matcher found = AVAILABLE.matcher(Files.readString(Path.of("/proc/meminfo")));
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Sets what the kernel detects by itself for a real disk of this kind. */
    private void tune(DiskKind kind, int readaheadKib) {
        boolean seeks = kind == DiskKind.SEEKING;
        disk.readahead(readaheadKib);
        disk.set("queue/rotational", seeks ? "1" : "0");
        disk.scheduler(seeks ? "mq-deadline" : "none");
        if (kind != DiskKind.STEADY) {
            boundDirty();
        }
    }

    /** Limits dirty pages (sysfs-class-bdi, Linux 6.2). */
    private void boundDirty() {
        Path limits = disk.sysfs("bdi");
        disk.undoneBy(
                "sh", "-c", "echo 0 >" + limits.resolve("strict_limit") + "; echo 100 >" + limits.resolve("max_ratio"));
        disk.set("bdi/max_bytes", Long.toString(MOST_DIRTY_BYTES));
        disk.set("bdi/strict_limit", "1");
    }

    /** Limits its dirty pages only by the machine's memory: the default of an unprotected disk. */
    public void unboundDirty() {
        disk.set("bdi/strict_limit", "0");
        disk.set("bdi/max_ratio", "100");
    }

    /**
     * Orders its requests by that scheduler. bfq is told to keep to weights rather than to throughput (kernel:
     * Documentation/block/bfq-iosched.rst, low_latency and strict_guarantees).
     */
    public void scheduler(String name) {
        disk.scheduler(name);
        if (name.equals("bfq")) {
            disk.set("queue/iosched/low_latency", "0");
            disk.keepWeights();
        }
    }

    /** Sets its rate in bytes a second; not for the steady kind. */
    public void rate(long bytesPerSecond) throws IOException {
        image.rate(bytesPerSecond);
    }

    /** The bytes read from and written to the device since it was created, without what came from the page cache. */
    public long bytesMoved() {
        return bytesRead() + bytesWritten();
    }

    public long bytesRead() {
        return disk.bytesRead();
    }

    /** The bytes written to it, without what is still in memory. */
    public long bytesWritten() {
        return disk.bytesWritten();
    }

    /** The milliseconds since it was created during which it was busy. */
    public long busyMillis() {
        return disk.busyMillis();
    }

    /** The number of reads and writes completed since it was created. */
    public long requests() {
        return disk.requests();
    }

    /** The total milliseconds from issuing to completing these requests. */
    public long requestMillis() {
        return disk.requestMillis();
    }

    public Path mount() {
        return disk.folder();
    }

    /** The DataNode's folder on it, for the setting {@link #DATA}. */
    public String data() {
        return mount().resolve("data").toUri().toString();
    }

    /** Flushes all dirty pages: they cannot be dropped from the page cache. */
    public void flush() {
        disk.flush();
    }

    @Override
    public void close() {
        disk.close();
    }
}
