package io.hdfsthrottle.coordinator.audit;

import io.hdfsthrottle.coordinator.setting.SettingsReader;
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
    /** Reads them; a refusal names the key. */
    public static AuditSettings of(SettingsReader reader) {
        return new AuditSettings(
                reader.path("audit.file"), reader.bytes("audit.file.size"), reader.bytes("audit.total.size"));
    }
}
