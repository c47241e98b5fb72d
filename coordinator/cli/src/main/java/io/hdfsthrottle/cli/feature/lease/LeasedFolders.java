package io.hdfsthrottle.cli.feature.lease;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Folders of this host that lie on disks which a tenant has leased, found by what the DataNode keeps on the same disk.
 */
final class LeasedFolders {
    /**
     * Where a DataNode says which storage a directory of {@code dfs.datanode.data.dir} is (Hadoop: DataStorage,
     * Storage).
     */
    private static final Path VERSION = Path.of("current", "VERSION");

    private static final String STORAGE_ID = "storageID";

    private LeasedFolders() {}

    /**
     * Those of the folders whose disk the tenant has leased, in their order.
     *
     * @param folders for executors, by the DataNode's directory on the same disk
     * @param disks as the coordinator lists them
     * @throws Failure if a directory is none of a DataNode
     */
    static List<String> of(Map<Path, Path> folders, String tenant, List<JsonObject> disks)
            throws MalformedJsonException {
        Set<String> leased = new HashSet<>();
        for (JsonObject disk : disks) {
            if (disk.optionalText("tenant").filter(tenant::equals).isPresent()) {
                leased.addAll(disk.texts("volumes", Integer.MAX_VALUE));
            }
        }
        List<String> found = new ArrayList<>();
        for (Map.Entry<Path, Path> folder : folders.entrySet()) {
            if (leased.contains(storage(folder.getKey()))) {
                found.add(folder.getValue().toString());
            }
        }
        return found;
    }

    private static String storage(Path directory) {
        Path file = directory.resolve(VERSION);
        Properties version = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            version.load(in);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw Failure.wronglyAsked(
                    "--folder " + directory + "=...: " + file + " cannot be read (" + unreadable.getMessage()
                            + "); name a directory of dfs.datanode.data.dir, as a user who may read it",
                    unreadable);
        }
        String storage = version.getProperty(STORAGE_ID);
        if (storage == null) {
            throw Failure.wronglyAsked(
                    "--folder " + directory + "=...: " + file + " has no " + STORAGE_ID + "; is it a DataNode's?",
                    null);
        }
        return storage;
    }
}
