package io.hdfsthrottle.localio;

import java.util.Optional;
import java.util.OptionalLong;

/** The kernel's I/O counters of one process, as {@code /proc/<pid>/io} shows it (proc(5)). Immutable. */
public final class ProcessIo {

    private static final int START_FIELD = 22;

    /** The fields before the name's closing bracket: pid and name. */
    private static final int BEFORE_NAME_ENDS = 2;

    private final long read;
    private final long written;

    private ProcessIo(long read, long written) {
        this.read = read;
        this.written = written;
    }

    /** Reads the text of the file; nothing if it is none. */
    public static Optional<ProcessIo> parse(String text) {
        OptionalLong read = field(text, "read_bytes: ");
        OptionalLong written = field(text, "write_bytes: ");
        if (read.isEmpty() || written.isEmpty()) {
            return Optional.empty();
        }
        // Data that was deleted before the kernel wrote it never reached a disk.
        long cancelled = field(text, "cancelled_write_bytes: ").orElse(0);
        return Optional.of(new ProcessIo(read.getAsLong(), Math.max(0, written.getAsLong() - cancelled)));
    }

    private static OptionalLong field(String text, String name) {
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(name)) {
                return number(line.substring(name.length()).trim());
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong number(String digits) {
        return digits.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
    }

    /**
     * When a process started, in clock ticks since boot, from the text of {@code /proc/<pid>/stat}; empty if it is
     * malformed.
     */
    public static OptionalLong startTicks(String stat) {
        // The name may hold anything, also brackets.
        int nameEnds = stat.lastIndexOf(')');
        String[] fields = nameEnds < 0
                ? new String[0]
                : stat.substring(nameEnds + 1).trim().split(" ", -1);
        int index = START_FIELD - BEFORE_NAME_ENDS - 1;
        return fields.length > index ? number(fields[index]) : OptionalLong.empty();
    }

    /** Bytes that devices were read for it. */
    public long read() {
        return read;
    }

    /** Bytes that it caused to be written, less those that were cancelled. */
    public long written() {
        return written;
    }

    /** Bytes read and written. */
    public long bytes() {
        return read + written;
    }
}
