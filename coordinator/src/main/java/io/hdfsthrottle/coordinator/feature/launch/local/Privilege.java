package io.hdfsthrottle.coordinator.feature.launch.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What a process may do beyond what others of its user may, as {@code /proc/PID/status} has it (proc(5)). Immutable, pure.
 *
 * @param uids its real, effective, saved and file system user ids
 * @param inherited capabilities that programs which it executes may keep: inheritable and ambient ones
 * @param own capabilities that it has or may take: effective and permitted ones
 */
record Privilege(List<Long> uids, long inherited, long own) {
    /** CAP_SETUID of capabilities(7), by which a process becomes any user. */
    private static final long SETUID = 1L << 7;

    static Privilege ofThisProcess() throws IOException {
        return of(Files.readAllLines(Path.of("/proc/self/status")));
    }

    /** @throws IOException if a line is missing: what cannot be read is not taken for harmless */
    static Privilege of(List<String> status) throws IOException {
        try {
            return new Privilege(
                    Arrays.stream(line(status, "Uid:").split("\\s+"))
                            .map(Long::valueOf)
                            .toList(),
                    capabilities(status, "CapInh:") | capabilities(status, "CapAmb:"),
                    capabilities(status, "CapEff:") | capabilities(status, "CapPrm:"));
        } catch (NumberFormatException malformed) {
            throw new IOException("/proc/self/status is malformed", malformed);
        }
    }

    private static long capabilities(List<String> status, String key) throws IOException {
        return Long.parseUnsignedLong(line(status, key), 16);
    }

    private static String line(List<String> status, String key) throws IOException {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException("/proc/self/status has no " + key));
    }

    /** The effective user id. */
    long uid() {
        return uids.get(1);
    }

    /** Whether it has none. */
    boolean isNone() {
        return !uids.contains(0L) && (inherited | own) == 0;
    }

    /** Whether it, or what it executes, may become another user, although it is not root. */
    boolean mayBecomeAnyUser() {
        return uid() != 0 && ((inherited | own) & SETUID) != 0;
    }
}
