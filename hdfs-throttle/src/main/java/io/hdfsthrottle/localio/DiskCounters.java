package io.hdfsthrottle.localio;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The bytes that each disk of the machine moved since boot, and how long it was busy, as {@code /proc/diskstats} shows it (kernel:
 * Documentation/admin-guide/iostats). Immutable.
 */
public final class DiskCounters {

    /** Nothing is known. */
    public static final DiskCounters NONE = new DiskCounters(Map.of(), Map.of());

    private static final String COUNT = "[0-9]{1,15}";
    private static final int MAJOR = 0;
    private static final int MINOR = 1;
    private static final int SECTORS_READ = 5;
    private static final int SECTORS_WRITTEN = 9;
    private static final int MILLIS_BUSY = 12;

    /** The size of the sectors in which the kernel counts, whatever the device's own is. */
    private static final long SECTOR_BYTES = 512;

    private final Map<String, Long> bytes;
    private final Map<String, Long> busyMillis;

    private DiskCounters(Map<String, Long> bytes, Map<String, Long> busyMillis) {
        this.bytes = Map.copyOf(bytes);
        this.busyMillis = Map.copyOf(busyMillis);
    }

    /** Reads the text of the file; malformed lines are left out. */
    public static DiskCounters parse(String text) {
        Map<String, Long> bytes = new HashMap<>();
        Map<String, Long> busyMillis = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] fields = line.trim().split(" +", -1);
            boolean isDisk = fields.length > SECTORS_WRITTEN
                    && fields[SECTORS_READ].matches(COUNT)
                    && fields[SECTORS_WRITTEN].matches(COUNT);
            if (isDisk) {
                long sectors = Long.parseLong(fields[SECTORS_READ]) + Long.parseLong(fields[SECTORS_WRITTEN]);
                String device = fields[MAJOR] + ":" + fields[MINOR];
                bytes.put(device, sectors * SECTOR_BYTES);
                if (fields.length > MILLIS_BUSY && fields[MILLIS_BUSY].matches(COUNT)) {
                    busyMillis.put(device, Long.parseLong(fields[MILLIS_BUSY]));
                }
            }
        }
        return new DiskCounters(bytes, busyMillis);
    }

    /** Bytes that the device read and wrote; nothing if the kernel does not show it. */
    public OptionalLong bytes(String device) {
        return known(bytes.get(device));
    }

    /** The milliseconds in which the device had a request; nothing if the kernel does not show it. */
    public OptionalLong busyMillis(String device) {
        return known(busyMillis.get(device));
    }

    private static OptionalLong known(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
