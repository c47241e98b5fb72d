package io.hdfsthrottle.cli.disk;

import io.hdfsthrottle.kernel.BlockDevice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** The block device below a folder, as {@code /sys/dev/block/<major>:<minor>} describes it. */
public final class Device {

    /** How a device finds its data. */
    public enum Kind {
        /** It turns: where data lie decides how fast they come. */
        HARD_DISK("hard disk"),
        /** It does not. */
        SOLID_STATE("solid state"),
        /** The kernel does not say. */
        UNKNOWN("unknown kind");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** For people. */
        public String label() {
            return label;
        }
    }

    // Documentation/block/stat: sectors read, sectors written; a sector is 512 bytes whatever the device.
    private static final int SECTORS_READ = 2;
    private static final int SECTORS_WRITTEN = 6;
    private static final long SECTOR = 512;

    private final String id;
    private final Path folder;

    private Device(String id, Path folder) {
        this.id = id;
        this.folder = folder;
    }

    /** The device below a folder; nothing where there is none (overlay, network, memory). */
    static Optional<Device> below(Path path, Path sys) {
        return BlockDevice.below(path, sys).flatMap(device -> {
            try {
                Path shown = sys.resolve("dev/block").resolve(device.toString()).toRealPath();
                return Optional.of(new Device(device.toString(), shown));
            } catch (IOException gone) {
                return Optional.empty();
            }
        });
    }

    /** {@code 8:16}. */
    public String id() {
        return id;
    }

    /** {@code sdb1}. */
    public String name() {
        return folder.getFileName().toString();
    }

    /** Of a partition, that of its disk. */
    public Kind kind() {
        Path queue = Files.isDirectory(folder.resolve("queue")) ? folder : folder.getParent();
        try {
            String rotational = Files.readString(queue.resolve("queue/rotational"), StandardCharsets.US_ASCII)
                    .strip();
            return rotational.equals("1") ? Kind.HARD_DISK : Kind.SOLID_STATE;
        } catch (IOException silent) {
            return Kind.UNKNOWN;
        }
    }

    /** Bytes that it read and wrote since boot, for all processes; empty if the kernel no longer says. */
    OptionalLong moved() {
        try {
            String[] fields = Files.readString(folder.resolve("stat"), StandardCharsets.US_ASCII)
                    .strip()
                    .split("\\s+", -1);
            return OptionalLong.of(
                    SECTOR * (Long.parseLong(fields[SECTORS_READ]) + Long.parseLong(fields[SECTORS_WRITTEN])));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException gone) {
            return OptionalLong.empty();
        }
    }
}
