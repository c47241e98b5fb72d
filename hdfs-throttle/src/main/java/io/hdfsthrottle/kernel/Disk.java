package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A whole disk: the unit of the kernel's queues, schedulers and limits, where a {@link BlockDevice} may be one of its
 * partitions. Immutable.
 */
public final class Disk {

    /** The size of the sectors in which the kernel counts, whatever the disk's own is. */
    private static final long SECTOR_BYTES = 512;

    /** The readahead of most disks by default. */
    public static final int LEAST_REQUEST = 128 << 10;

    private static final int MOST_REQUEST = 1 << 20;

    private final Path folder;
    private final String number;

    private Disk(Path folder, String number) {
        this.folder = folder;
        this.number = number;
    }

    /** The disk of a device, from the device's folder below {@code /sys/dev/block}. */
    static Disk of(Path device) {
        Path folder = real(device);
        if (Files.exists(folder.resolve("partition"))) {
            folder = folder.getParent();
        }
        String written = device.getFileName().toString();
        return new Disk(
                folder, ControlFiles.ofKernel().read(folder.resolve("dev")).orElse(written));
    }

    private static Path real(Path device) {
        try {
            return device.toRealPath();
        } catch (IOException notTold) {
            return device;
        }
    }

    /** Major and minor number as control files take them: {@code 8:0}. */
    public String number() {
        return number;
    }

    /** The folder of its queue's settings, for example {@code wbt_lat_usec}. */
    public Path queue() {
        return folder.resolve("queue");
    }

    /**
     * The scheduler of its queue now, for example {@code bfq}; empty where the kernel does not report it. It may change
     * at any time.
     */
    public Optional<String> scheduler(ControlFiles files) {
        return files.read(queue().resolve("scheduler")).flatMap(Disk::chosen);
    }

    /**
     * Whether it is rotational according to the kernel ({@code queue/rotational}); empty where the kernel does not
     * report it.
     */
    public Optional<Boolean> rotational(ControlFiles files) {
        return files.read(queue().resolve("rotational")).map("1"::equals);
    }

    /**
     * The most that one readahead call may ask it for, in bytes: its readahead or its largest request
     * ({@code read_ahead_kb} and {@code max_sectors_kb}), whichever is more; the kernel drops the rest
     * ({@code force_page_cache_ra}). {@link #LEAST_REQUEST} where the kernel reports neither.
     */
    public int largestRequest(ControlFiles files) {
        return Math.max(LEAST_REQUEST, Math.max(kib(files, "read_ahead_kb"), kib(files, "max_sectors_kb")));
    }

    private int kib(ControlFiles files, String name) {
        return files.read(queue().resolve(name))
                .filter(text -> text.matches("[1-9][0-9]{0,6}"))
                .map(text -> (int) Math.min(MOST_REQUEST, Long.parseLong(text) * 1_024))
                .orElse(0);
    }

    /** Its size in bytes; empty where the kernel does not report it. */
    public OptionalLong bytes(ControlFiles files) {
        try {
            Optional<String> sectors = files.read(folder.resolve("size"));
            return sectors.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.multiplyExact(Long.parseLong(sectors.get()), SECTOR_BYTES));
        } catch (ArithmeticException | NumberFormatException strange) {
            return OptionalLong.empty();
        }
    }

    /** {@code none [mq-deadline] bfq}: the one in brackets. */
    private static Optional<String> chosen(String schedulers) {
        int from = schedulers.indexOf('[');
        int to = schedulers.indexOf(']', from + 1);
        return from < 0 || to < 0 ? Optional.empty() : Optional.of(schedulers.substring(from + 1, to));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Disk && ((Disk) other).number.equals(number);
    }

    @Override
    public int hashCode() {
        return Objects.hash(number);
    }

    @Override
    public String toString() {
        return number;
    }
}
