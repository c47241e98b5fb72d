package io.hdfsthrottle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A real block device of known speed: an ext4 file system on a loop device on a {@link SlowImage}. Needs root, util-linux and what the
 * kind needs. Sequential reads give the rate whatever the readers do.
 */
final class SlowDisk implements AutoCloseable {

    /** Five files of a gibibyte, two that are written anew before the old ones are gone, and the gibibyte that a DataNode keeps free on a disk (RoundRobinVolumeChoosingPolicy). */
    private static final int IMAGE_MIB = 9 * 1024;

    private static final int SECTORS_READ = 2;
    private static final int SECTORS_WRITTEN = 6;
    private static final int IO_TICKS = 9;
    private static final int SECTOR_BYTES = 512;

    /** What may be written to and not be on the disk: little, so that writers are the disk's within a window. */
    private static final long MOST_DIRTY_BYTES = 32 << 20;

    private final Steps steps = new Steps();
    private final Path mount;
    private final DiskKind kind;
    private final int readaheadKib;
    private SlowImage image;
    private Path loop;

    private SlowDisk(Path mount, DiskKind kind, int readaheadKib) {
        this.mount = mount;
        this.kind = kind;
        this.readaheadKib = readaheadKib;
    }

    /** Makes a disk of the stage's rate and readahead; from its first step on it is among the belongings. */
    static SlowDisk mounted(Belongings belongings, Path folder, DiskKind kind, Stage stage)
            throws IOException, InterruptedException {
        return mounted(belongings, folder, kind, stage.diskRate(), stage.readaheadKib());
    }

    /** Makes a disk that gives so many MiB a second; from its first step on it is among the belongings. */
    static SlowDisk mounted(Belongings belongings, Path folder, DiskKind kind, int mebibytesPerSecond, int readaheadKib)
            throws IOException, InterruptedException {
        SlowDisk disk =
                belongings.own(new SlowDisk(Files.createDirectories(folder.resolve("disk")), kind, readaheadKib));
        disk.mount(folder, mebibytesPerSecond);
        return disk;
    }

    /** A step and how to undo it are one: whoever cleans up meanwhile waits for both. */
    private synchronized void mount(Path folder, int mebibytesPerSecond) throws IOException, InterruptedException {
        Path backing = Files.createDirectories(folder.resolve("backing")).resolve("image");
        Steps.run("truncate", "-s", IMAGE_MIB + "M", backing.toString());
        Steps.run("mkfs.ext4", "-q", "-F", backing.toString());
        image = SlowImage.shown(steps, folder, backing, kind, mebibytesPerSecond);
        String device = Steps.run(
                "losetup", "--direct-io=on", "--show", "-f", image.file().toString());
        steps.undoneBy("losetup", "-d", device);
        loop = Path.of("/sys/class/block").resolve(Path.of(device).getFileName());
        tune();
        if (kind != DiskKind.STEADY) {
            boundDirty();
        }
        Steps.run("mount", device, mount.toString());
        steps.undoneBy("umount", mount.toString());
    }

    /** What the kernel does by itself where it sees such a disk; a loop device keeps what others have set before. */
    private void tune() throws IOException {
        boolean seeks = kind == DiskKind.SEEKING;
        Files.writeString(loop.resolve("queue/read_ahead_kb"), Integer.toString(readaheadKib));
        Files.writeString(loop.resolve("queue/rotational"), seeks ? "1" : "0");
        Files.writeString(loop.resolve("queue/scheduler"), seeks ? "mq-deadline" : "none");
    }

    /**
     * From now on its requests are ordered by that scheduler. bfq is told to keep to weights rather than to throughput (kernel:
     * Documentation/block/bfq-iosched.rst, low_latency and strict_guarantees).
     */
    synchronized void scheduler(String name) throws IOException {
        Files.writeString(loop.resolve("queue/scheduler"), name);
        if (name.equals("bfq")) {
            Files.writeString(loop.resolve("queue/iosched/low_latency"), "0");
            Files.writeString(loop.resolve("queue/iosched/strict_guarantees"), "1");
        }
    }

    /** That little is dirty (sysfs-class-bdi, Linux 6.2). */
    private void boundDirty() throws IOException {
        Path limits = loop.resolve("bdi");
        steps.undoneBy(
                "sh", "-c", "echo 0 >" + limits.resolve("strict_limit") + "; echo 100 >" + limits.resolve("max_ratio"));
        Files.writeString(limits.resolve("max_bytes"), Long.toString(MOST_DIRTY_BYTES));
        Files.writeString(limits.resolve("strict_limit"), "1");
    }

    /** Lets as much of it be dirty as the machine's memory allows: what a disk has that nobody has guarded. */
    synchronized void unboundDirty() throws IOException {
        Files.writeString(loop.resolve("bdi/strict_limit"), "0");
        Files.writeString(loop.resolve("bdi/max_ratio"), "100");
    }

    /** From now on it gives so many bytes a second; not for the steady kind. */
    void rate(long bytesPerSecond) throws IOException {
        image.rate(bytesPerSecond);
    }

    /** What was read from the device and written to it since it was made: what came from the page cache is not in it. */
    long bytesMoved() throws IOException {
        return bytesRead() + bytesWritten();
    }

    /** What was read from it: what came from the page cache is not in it. */
    long bytesRead() throws IOException {
        return statistic(SECTORS_READ) * SECTOR_BYTES;
    }

    /** What was written to it: what still waits in memory is not in it. */
    long bytesWritten() throws IOException {
        return statistic(SECTORS_WRITTEN) * SECTOR_BYTES;
    }

    /** For how many milliseconds since it was made it had something to do. */
    long busyMillis() throws IOException {
        return statistic(IO_TICKS);
    }

    private synchronized long statistic(int field) throws IOException {
        return Long.parseLong(Files.readString(loop.resolve("stat")).trim().split(" +", -1)[field]);
    }

    /** Where it is mounted. */
    Path mount() {
        return mount;
    }

    /** Writes everything out that was written to it: what is dirty cannot be dropped from the page cache. */
    void flush() throws IOException, InterruptedException {
        Steps.run("sync", "-f", mount.toString());
    }

    @Override
    public synchronized void close() {
        steps.close();
    }
}
