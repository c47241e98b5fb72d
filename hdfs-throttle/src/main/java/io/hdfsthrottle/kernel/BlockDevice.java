package io.hdfsthrottle.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The block device below a folder, as {@code /sys/dev/block/<major>:<minor>} shows it (kernel:
 * Documentation/block/stat). Thread-safe; each query reads one small file.
 */
public final class BlockDevice {

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

    @Override
    public String toString() {
        return stat.getParent().getFileName().toString();
    }
}
