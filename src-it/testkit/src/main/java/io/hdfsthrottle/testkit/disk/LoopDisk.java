package io.hdfsthrottle.testkit.disk;

import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.function.Uncheck;

/**
 * A block device for a test: ext4 on a loop device on an image. Needs root, util-linux and e2fsprogs, and bindfs for one
 * of known speed. Closing it leaves only the image; the next disk removes what a killed process left. Thread-safe.
 */
public final class LoopDisk implements AutoCloseable {

    private final SystemCommands commands = new SystemCommands();
    private final Path parent;
    private final Path folder;
    private String device = "";

    /** A layer between an image and its loop device that limits the speed. */
    @FunctionalInterface
    public interface Speed {

        Speed FULL = (image, commands) -> image;

        /** Shows the image under another path, where it is slower; registers the mount with the commands. */
        Path shown(Path image, SystemCommands commands) throws IOException;

        /** Read at this rate, written at 400 MiB/s, one request after the other (bindfs, which needs FUSE). */
        static Speed ofReads(int mebibytesPerSecond) {
            return (image, commands) -> {
                Path slow = Files.createDirectories(image.getParent().resolveSibling(LeftDisks.SLOW));
                // A disk does not compete for processors.
                String rate = "--read-rate=" + mebibytesPerSecond + "M";
                String whole = image.getParent().toString();
                SystemCommands.output("nice", "-n", "-15", "bindfs", rate, "--write-rate=400M", whole, slow.toString());
                commands.undoneBy("umount", slow.toString());
                return slow.resolve(image.getFileName());
            };
        }
    }

    /** A disk that is not created yet: cleanup code can close it at any time. */
    public LoopDisk(Path parent) {
        this.parent = parent.toAbsolutePath();
        this.folder = this.parent.resolve("disk");
    }

    /** Creates a disk of that speed and mounts it in a folder {@code disk} of that folder. */
    public static LoopDisk in(Path parent, int mebibytes, Speed speed) {
        LoopDisk disk = new LoopDisk(parent);
        disk.make(mebibytes, speed);
        return disk;
    }

    /**
     * Keeps the image in memory from now on, as far as it is written: a request then takes what the speed says, without
     * the time of this machine's own disk. Before {@link #make}.
     */
    public synchronized void keepImageInMemory(int mebibytes) throws IOException {
        Path backing = Files.createDirectories(parent.resolve(LeftDisks.BACKING));
        commands.mount("tmpfs", backing.toString(), "-t", "tmpfs", "-o", "size=" + mebibytes + "m");
    }

    /** Creates the planned disk; an IllegalStateException, and nothing is left, if this machine cannot. */
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

    public Path folder() {
        return folder;
    }

    /** An attribute of the device below {@code /sys/class/block}. */
    public String get(String attribute) {
        return Uncheck.get(() -> Files.readString(sysfs(attribute)));
    }

    /** Sets such an attribute; a loop device keeps what its last user set. */
    public void set(String attribute, String value) {
        Uncheck.get(() -> Files.writeString(sysfs(attribute), value));
    }

    public Path sysfs(String attribute) {
        return Path.of("/sys/class/block", Path.of(device).getFileName().toString(), attribute);
    }

    /** The bytes read from the device since it was created, without what came from the page cache. */
    public long bytesRead() {
        return statistic(2) * 512;
    }

    /** A field of its {@code stat}, counted from 0 (kernel: Documentation/block/stat.rst). */
    public synchronized long statistic(int field) {
        return Long.parseLong(get("stat").trim().split(" +", -1)[field]);
    }

    /** Flushes all dirty pages: they cannot be dropped from the page cache. */
    public void flush() {
        SystemCommands.output("sync", "-f", folder.toString());
    }

    /** What is undone when this disk is closed. */
    public SystemCommands commands() {
        return commands;
    }

    @Override
    public synchronized void close() {
        commands.close();
    }
}
