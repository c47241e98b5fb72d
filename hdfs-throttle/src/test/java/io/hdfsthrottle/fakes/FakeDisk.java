package io.hdfsthrottle.fakes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder's disk as {@code /sys} would show it, in a separate folder: any file can be added, changed and removed.
 * For a partition it is the whole disk, 8:0.
 */
public final class FakeDisk {

    /** A root for {@code /sys}. */
    private final Path sys;

    private final Path device;
    private final Path queue;
    private final String number;

    private FakeDisk(Path sys, Path device, Path disk, String number) {
        this.sys = sys;
        this.device = device;
        this.queue = disk.resolve("queue");
        this.number = number;
    }

    /** A whole disk below that folder. */
    public static FakeDisk whole(Path sys, Path folder) {
        String number = number(folder);
        Path device = sys.resolve("dev/block").resolve(number);
        FakeDisk disk = new FakeDisk(sys, device, device, number);
        disk.put(device.resolve("dev"), number);
        return disk.scheduledBy("none");
    }

    /** A partition, below that folder, of the disk 8:0. */
    public static FakeDisk partition(Path sys, Path folder) {
        Path disk = sys.resolve("devices/sda");
        FakeDisk fake = new FakeDisk(sys, sys.resolve("dev/block").resolve(number(folder)), disk, "8:0");
        fake.put(disk.resolve("dev"), "8:0");
        fake.put(disk.resolve("sda1/partition"), "1");
        fake.link(fake.device, disk.resolve("sda1"));
        return fake.scheduledBy("none");
    }

    private void link(Path from, Path to) {
        try {
            Files.createDirectories(from.getParent());
            Files.createSymbolicLink(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The coding of {@code gnu_dev_major} in glibc's sys/sysmacros.h. */
    private static String number(Path folder) {
        try {
            long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
            return (((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL)) + ":"
                    + ((device & 0xff) | ((device >>> 12) & ~0xffL));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the scheduler. */
    public FakeDisk scheduledBy(String scheduler) {
        worked(0, 0, 0);
        put(queue.resolve("scheduler"), "none mq-deadline kyber bfq".replace(scheduler, "[" + scheduler + "]"));
        return this;
    }

    /** Sets the total busy time and the totals of sectors read and written, of 512 bytes each. */
    public FakeDisk worked(long busyMillis, long read, long written) {
        put(stat(), "7 1 " + read + " 5 7 1 " + written + " 5 0 " + busyMillis + " 10 0 0 0 0 0 0");
        return this;
    }

    /** The file of the kernel's I/O counters. */
    public Path stat() {
        return device.resolve("stat");
    }

    /** Where {@code /sys} is. */
    public Path sys() {
        return sys;
    }

    /** Major and minor number of the whole disk. */
    public String number() {
        return number;
    }

    /** A file of its queue, with that text. */
    public Path queue(String file, String text) {
        return put(queue.resolve(file), text);
    }

    /** A file of its dirty pages, with that text. */
    public Path writeback(String file, String text) {
        return put(sys.resolve("class/bdi").resolve(number).resolve(file), text);
    }

    /** A file with that text, and the folders it is in. */
    public Path put(Path file, String text) {
        try {
            // The kernel takes a link to a folder for a folder; createDirectories of older Java versions does not.
            if (!Files.isDirectory(file.getParent())) {
                Files.createDirectories(file.getParent());
            }
            return Files.writeString(file, text + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
