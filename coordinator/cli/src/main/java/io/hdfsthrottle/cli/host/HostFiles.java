package io.hdfsthrottle.cli.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The host's files below a root, {@code /} but for tests: read, never written. What cannot be read is not there.
 *
 * @param root where the host's file tree begins
 */
record HostFiles(Path root) {

    private static final int LONGEST = 1 << 20;

    Path at(String path) {
        return root.resolve(path.substring(1));
    }

    boolean has(String path) {
        return Files.exists(at(path));
    }

    Optional<String> text(String path) {
        try (var in = Files.newInputStream(at(path))) {
            return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
        } catch (IOException | SecurityException notShown) {
            return Optional.empty();
        }
    }

    /** The owner's name, or the number where that user has no name. */
    Optional<String> owner(String path) {
        try {
            return Optional.of(Files.getOwner(at(path)).getName());
        } catch (IOException | UnsupportedOperationException notShown) {
            return Optional.empty();
        }
    }

    /** The names of what is in a folder, sorted. */
    List<String> names(String folder) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(at(folder))) {
            all.forEach(each -> names.add(each.getFileName().toString()));
        } catch (IOException notShown) {
            return List.of();
        }
        Collections.sort(names);
        return names;
    }
}
