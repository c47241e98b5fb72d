package io.hdfsthrottle.testkit.disk;

import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A block device for a test: an ext4 file system on a loop device on an image. Needs root, util-linux and e2fsprogs,
 * and bindfs for one of known speed. Closing it leaves only the image; remains of a killed process are removed when the
 * next one creates its disk. Thread-safe: closing waits until a step and its undoing are both registered.
 */
public final class LoopDisk implements AutoCloseable {

    /** Fields of a device's {@code stat} (kernel: Documentation/block/stat.rst). */
    private static final int READS = 0;

    private static final int SECTORS_READ = 2;
    private static final int READ_TICKS = 3;
    private static final int WRITES = 4;
    private static final int SECTORS_WRITTEN = 6;
    private static final int WRITE_TICKS = 7;
    private static final int IO_TICKS = 9;
    private static final int SECTOR_BYTES = 512;

    private final SystemCommands commands = new SystemCommands();
    private final Path parent;
    private final Path folder;
    private String device = "";

    /** A layer between an image and its loop device that limits the speed. */
    @FunctionalInterface
    public interface Speed {

        /** The image is read and written at the machine's full speed. */
        Speed FULL = (image, commands) -> image;

        /**
         * Shows the image under another path, where it is slower.
         *
         * @param commands registers the mount
         * @throws IOException if it cannot be shown
         */
        Path shown(Path image, SystemCommands commands) throws IOException;

        /**
         * The image is read at this rate, in MiB a second, and written at 400 MiB/s, one request after the other
         * (bindfs, which needs FUSE).
         */
        static Speed ofReads(int mebibytesPerSecond) {
            return (image, commands) -> {
                Path slow = Files.createDirectories(image.getParent().resolveSibling(LeftDisks.SLOW));
                // A disk does not compete for processors.
                commands.run(
                        List.of(
                                "nice",
                                "-n",
                                "-15",
                                "bindfs",
                                "--read-rate=" + mebibytesPerSecond + "M",
                                "--write-rate=400M",
                                image.getParent().toString(),
                                slow.toString()),
                        List.of("umount", slow.toString()));
                return slow.resolve(image.getFileName());
            };
        }
    }

    private LoopDisk(Path parent) {
        this.parent = parent.toAbsolutePath();
        this.folder = this.parent.resolve("disk");
    }

    /** A disk that is not created yet: cleanup code can close it at any time. */
    public static LoopDisk planned(Path parent) {
        return new LoopDisk(parent);
    }

    /** Creates a disk of the machine's full speed and mounts it in a folder {@code disk} of that folder. */
    public static LoopDisk in(Path parent, int mebibytes) {
        return in(parent, mebibytes, Speed.FULL);
    }

    /** The same with that speed. */
    public static LoopDisk in(Path parent, int mebibytes, Speed speed) {
        LoopDisk disk = planned(parent);
        disk.make(mebibytes, speed);
        return disk;
    }

    /**
     * Keeps the image in memory from now on, as far as it is written: a request then takes what the speed says, without
     * the time of this machine's own disk. Before {@link #make}.
     */
    public synchronized void keepImageInMemory(int mebibytes) throws IOException {
        Path backing = Files.createDirectories(parent.resolve(LeftDisks.BACKING));
        mount("tmpfs", backing, "-t", "tmpfs", "-o", "size=" + mebibytes + "m");
    }

    /**
     * Creates the planned disk.
     *
     * @throws IllegalStateException if this machine cannot; nothing is left then
     */
    public synchronized void make(int mebibytes, Speed speed) {
        LeftDisks.sweep();
        try {
            Path backing = Files.createDirectories(parent.resolve(LeftDisks.BACKING));
            Path image = backing.resolve(LeftDisks.imageName());
            Files.createDirectories(folder);
            SystemCommands.output("truncate", "-s", mebibytes + "M", image.toString());
            SystemCommands.output("mkfs.ext4", "-q", "-F", image.toString());
            Path shown = speed.shown(image, commands);
            device = SystemCommands.output("losetup", "--direct-io=on", "--show", "-f", shown.toString());
            commands.undoneBy("losetup", "-d", device);
            commands.mount(device, folder.toString());
        } catch (RuntimeException | IOException failed) {
            close();
            throw new IllegalStateException("no loop device", failed);
        }
    }

    /** The folder where it is mounted. */
    public Path folder() {
        return folder;
    }

    /** Whether that scheduler is available, by the kernel's name. */
    public boolean has(String scheduler) {
        return read(sysfs("queue/scheduler")).contains(scheduler);
    }

    /** Sets its scheduler. */
    public void scheduler(String scheduler) {
        set("queue/scheduler", scheduler);
    }

    /** Makes its scheduler, bfq, keep to weights for any workload. */
    public void keepWeights() {
        set("queue/iosched/strict_guarantees", "1");
    }

    /** Sets the kernel's readahead for sequential readers, in KiB. */
    public void readahead(int kibibytes) {
        set("queue/read_ahead_kb", Integer.toString(kibibytes));
    }

    /** Sets an attribute of the device below {@code /sys/class/block}; a loop device keeps what its last user set. */
    public void set(String attribute, String value) {
        try {
            Files.writeString(sysfs(attribute), value);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** The file of a device attribute. */
    public Path sysfs(String attribute) {
        return Path.of("/sys/class/block", Path.of(device).getFileName().toString(), attribute);
    }

    /** The bytes read from the device since it was created, without what came from the page cache. */
    public long bytesRead() {
        return statistic(SECTORS_READ) * SECTOR_BYTES;
    }

    /** The bytes written to it, without what is still in memory. */
    public long bytesWritten() {
        return statistic(SECTORS_WRITTEN) * SECTOR_BYTES;
    }

    /** The milliseconds since it was created during which it was busy. */
    public long busyMillis() {
        return statistic(IO_TICKS);
    }

    /** The number of reads and writes completed since it was created. */
    public long requests() {
        return statistic(READS) + statistic(WRITES);
    }

    /** The total milliseconds from issuing to completing these requests. */
    public long requestMillis() {
        return statistic(READ_TICKS) + statistic(WRITE_TICKS);
    }

    private synchronized long statistic(int field) {
        return Long.parseLong(read(sysfs("stat")).trim().split(" +", -1)[field]);
    }

    /** Flushes all dirty pages: they cannot be dropped from the page cache. */
    public void flush() {
        SystemCommands.output("sync", "-f", folder.toString());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException notTold) {
            throw new UncheckedIOException(notTold);
        }
    }

    /** Mounts something else until this disk is closed, with these options of {@code mount} before the two paths. */
    public synchronized void mount(String what, Path where, String... options) {
        commands.mount(what, where.toString(), options);
    }

    /** Runs a command that is undone when this disk is closed. */
    public synchronized void run(List<String> command, List<String> undoing) {
        commands.run(command, undoing);
    }

    /** Registers the command that undoes the last action when this disk is closed. */
    public synchronized void undoneBy(String... command) {
        commands.undoneBy(command);
    }

    @Override
    public synchronized void close() {
        commands.close();
    }
}
