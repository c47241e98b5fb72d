package io.hdfsthrottle.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders for rigs under {@code target}, a new one each time, kept so that the logs can be read. */
final class RigFolders {

    private RigFolders() {}

    static Path folder(String name) {
        try {
            Path all = Files.createDirectories(Path.of("target", "rigs"));
            return Files.createTempDirectory(all, name + "-");
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }
}
