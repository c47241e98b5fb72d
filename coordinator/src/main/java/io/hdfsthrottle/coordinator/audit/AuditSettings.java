package io.hdfsthrottle.coordinator.audit;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings of the audit log: its file, and its rotation.
 *
 * @param file the file; empty for the coordinator's own log
 * @param fileBytes how large it grows before it is rotated; it is rotated every day, too
 * @param totalBytes how large all files grow together before the oldest are removed
 */
public record AuditSettings(Optional<Path> file, long fileBytes, long totalBytes) {
    /** The same settings, a relative path resolved against this folder. */
    public AuditSettings relativeTo(Path folder) {
        return new AuditSettings(file.map(folder::resolve), fileBytes, totalBytes);
    }
}
