package io.hdfsthrottle.localio;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bytes that each disk of the machine moved since boot, as {@code /proc/diskstats} shows it (kernel:
 * Documentation/admin-guide/iostats). Immutable.
 */
public final class DiskCounters {

    /** Nothing is known. */
    public static final DiskCounters NONE = new DiskCounters(Map.of());

    private static final String COUNT = "[0-9]{1,15}";
    private static final int MAJOR = 0;
    private static final int MINOR = 1;
    private static final int SECTORS_READ = 5;
    private static final int SECTORS_WRITTEN = 9;

    /** The size of the sectors in which the kernel counts, whatever the device's own is. */
    private static final long SECTOR_BYTES = 512;

    private final Map<String, Long> bytes;

    private DiskCounters(Map<String, Long> bytes) {
        this.bytes = Map.copyOf(bytes);
    }

    /** Reads the text of the file; malformed lines are left out. */
    public static DiskCounters parse(String text) {
        Map<String, Long> bytes = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] fields = line.trim().split(" +", -1);
            boolean isDisk = fields.length > SECTORS_WRITTEN
                    && fields[SECTORS_READ].matches(COUNT)
                    && fields[SECTORS_WRITTEN].matches(COUNT);
            if (isDisk) {
                long sectors = Long.parseLong(fields[SECTORS_READ]) + Long.parseLong(fields[SECTORS_WRITTEN]);
                bytes.put(fields[MAJOR] + ":" + fields[MINOR], sectors * SECTOR_BYTES);
            }
        }
        return new DiskCounters(bytes);
    }

    /** Bytes that the device read and wrote; nothing if the kernel does not show it. */
    public OptionalLong bytes(String device) {
        Long known = bytes.get(device);
        return known == null ? OptionalLong.empty() : OptionalLong.of(known);
    }
}
