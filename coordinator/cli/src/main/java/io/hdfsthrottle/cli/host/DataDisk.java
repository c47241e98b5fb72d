package io.hdfsthrottle.cli.host;

import io.hdfsthrottle.kernel.BlockDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The whole disk below a data folder, as {@code /sys/dev/block} shows it: blkio and schedulers know whole disks, not
 * partitions.
 */
final class DataDisk {

    private final HostFiles files;
    private final String name;

    private DataDisk(HostFiles files, String name) {
        this.files = files;
        this.name = name;
    }

    /** Nothing where there is no block device below, or no such folder. */
    static Optional<DataDisk> below(HostFiles files, Path folder) {
        return BlockDevice.below(folder, files.at("/sys")).flatMap(device -> of(files, device.toString()));
    }

    /** The disk of that number, or the one that the partition of that number is on. */
    static Optional<DataDisk> of(HostFiles files, String number) {
        Path entry = files.at("/sys/dev/block/" + number);
        try {
            Path real = entry.toRealPath();
            Path disk = Files.exists(real.resolve("partition")) ? real.getParent() : real;
            return Optional.of(new DataDisk(files, disk.getFileName().toString()));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }

    Advice advice() {
        String subject = "disk " + name;
        String path = "/sys/block/" + name + "/queue/scheduler";
        String schedulers = files.text(path).orElse("");
        int from = schedulers.indexOf('[');
        int to = schedulers.indexOf(']');
        String chosen = from < 0 || to < from ? "none" : schedulers.substring(from + 1, to);
        if (chosen.equals("bfq")) {
            return Advice.hint(
                    subject,
                    "its scheduler is bfq, which waits for each writer: what the hook writes back took longer than by"
                            + " HDFS alone; only ioprio needs it",
                    "echo mq-deadline > " + path);
        }
        return Advice.fine(subject, "its scheduler is " + chosen + ": ioprio does not tell tenants apart there");
    }
}
