package io.hdfsthrottle.coordinator.feature.launch.local;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journal of the clusters that one coordinator runs: one file per cluster, written before anything is started.
 *
 * @param folder for this coordinator's process alone
 */
record Journal(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final String SUFFIX = ".json";

    static Journal make(Path folder) throws IOException {
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new Journal(folder);
    }

    /**
     * The mark of its processes and all that they start: the beginning of the value of a variable in their environment.
     */
    String mark() {
        return folder + "/";
    }

    private Path file(String cluster) {
        return folder.resolve(cluster + SUFFIX);
    }

    void write(Entry entry) throws IOException {
        Path half = folder.resolve(entry.cluster() + ".new");
        Files.writeString(half, entry.write());
        Files.move(half, file(entry.cluster()), StandardCopyOption.ATOMIC_MOVE);
    }

    void remove(String cluster) throws IOException {
        Files.deleteIfExists(file(cluster));
    }

    /** The entries that can be read. */
    List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                try {
                    entries.add(Entry.read(Files.readString(file)));
                } catch (IllegalArgumentException | IOException broken) {
                    LOG.error("{} cannot be read, and is left: {}", file, broken.toString());
                }
            }
        }
        return entries;
    }
}
