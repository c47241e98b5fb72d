package io.hdfsthrottle.coordinator.audit;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of the audit log: its file, and its rotation.
 *
 * @param file the file; empty for the coordinator's own log
 * @param fileBytes how large it grows before it is rotated; it is rotated every day, too
 * @param totalBytes how large all files grow together before the oldest are removed
 */
public record AuditSettings(Optional<Path> file, long fileBytes, long totalBytes) {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})([kmg])");

    /** The same settings, a relative path resolved against this folder. */
    public AuditSettings relativeTo(Path folder) {
        return new AuditSettings(file.map(folder::resolve), fileBytes, totalBytes);
    }

    /**
     * Reads a size as it is written in a setting: a number with a binary suffix, {@code 64m}.
     *
     * @throws IllegalArgumentException if it is no size, or less than 64k
     */
    public static long bytes(String written) {
        Matcher matcher = SIZE.matcher(written);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no size");
        }
        int shift =
                switch (matcher.group(2)) {
                    case "k" -> 10;
                    case "m" -> 20;
                    default -> 30;
                };
        long bytes = Long.parseLong(matcher.group(1)) << shift;
        if (bytes < 64 << 10) {
            throw new IllegalArgumentException("too small");
        }
        return bytes;
    }
}
