package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * The block device below a folder, as {@code /sys/dev/block/<major>:<minor>} shows it (kernel:
 * Documentation/block/stat). Thread-safe; each query reads one small file.
 */
public final class BlockDevice {

    private static final int SECTORS_READ_FIELD = 2;
    private static final int SECTORS_WRITTEN_FIELD = 6;
    private static final int IO_TICKS_FIELD = 9;

    /** Seventeen numbers of twenty digits. */
    private static final int LONGEST = 512;

    /** The size of the sectors in which the kernel counts, whatever the device's own is. */
    private static final long SECTOR_BYTES = 512;

    private final Path stat;

    private BlockDevice(Path stat) {
        this.stat = stat;
    }

    /**
     * The device that a folder lies on.
     *
     * @param folder any folder on it
     * @param sys where the kernel shows its devices, {@code /sys}
     * @return nothing where there is no block device below: overlay and network file systems, tmpfs
     */
    public static Optional<BlockDevice> below(Path folder, Path sys) {
        try {
            long device = ((Number) Files.getAttribute(folder, "unix:dev")).longValue();
            Path stat = sys.resolve("dev/block/" + major(device) + ":" + minor(device) + "/stat");
            return Files.isReadable(stat) ? Optional.of(new BlockDevice(stat)) : Optional.empty();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** The coding of {@code gnu_dev_major} in glibc's sys/sysmacros.h. */
    private static long major(long device) {
        return ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
    }

    private static long minor(long device) {
        return (device & 0xff) | ((device >>> 12) & ~0xffL);
    }

    /** The disk that it is a part of, or is itself. */
    public Disk disk() {
        return Disk.of(stat.getParent());
    }

    /** Its activity since boot; empty if the kernel no longer reports it. */
    public Optional<Work> work() {
        ProcText text = ProcText.openedAnew(stat, LONGEST); // a device may be replaced by another
        int length = text.peek();
        StringTokenizer fields = new StringTokenizer(new String(text.text(), 0, length, StandardCharsets.US_ASCII));
        long[] numbers = new long[IO_TICKS_FIELD + 1];
        try {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = Long.parseLong(fields.nextToken());
            }
        } catch (NumberFormatException | NoSuchElementException gone) {
            return Optional.empty();
        }
        long sectors = numbers[SECTORS_READ_FIELD] + numbers[SECTORS_WRITTEN_FIELD];
        return Optional.of(new Work(numbers[IO_TICKS_FIELD], sectors * SECTOR_BYTES));
    }

    @Override
    public String toString() {
        return stat.getParent().getFileName().toString();
    }

    /** A device's activity since boot, or since its counters were reset. Immutable. */
    public static final class Work {

        private final long busyMillis;
        private final long bytes;

        private Work(long busyMillis, long bytes) {
            this.busyMillis = busyMillis;
            this.bytes = bytes;
        }

        /** For how many milliseconds it was busy. */
        public long busyMillis() {
            return busyMillis;
        }

        /** How many bytes it read and wrote. */
        public long bytes() {
            return bytes;
        }
    }
}
