package io.hdfsthrottle.coordinator.feature.launch.local;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hdfsthrottle.identity.PlainText;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journal of the deployments that one coordinator runs: one file each, written before anything is started.
 *
 * @param folder for this coordinator's process alone
 */
record Journal(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SUFFIX = ".json";

    /**
     * What was started for one deployment, as its file has it. Immutable.
     *
     * @param user of the operating system that its processes run as; empty for the coordinator's own
     * @param directories that are the deployment's alone, and are removed with it; each has the deployment's name
     * @param farewell what to do on YARN when the processes are gone; null if it does not run there
     */
    record Entry(
            String deployment,
            String lease,
            String user,
            List<String> directories,
            @JsonInclude(JsonInclude.Include.NON_NULL) YarnCleanup farewell)
            implements Serializable {
        private static final Pattern NAME = Pattern.compile("c-[0-9a-f]{8,32}");

        /** @throws IllegalArgumentException if it names a directory that is not the deployment's */
        Entry {
            directories = List.copyOf(directories);
            if (!NAME.matcher(deployment).matches() || lease == null || user == null) {
                throw new IllegalArgumentException("no deployment: " + deployment);
            }
            for (String directory : directories) {
                if (!Path.of(directory).isAbsolute() || !Path.of(directory).endsWith(deployment)) {
                    throw new IllegalArgumentException(directory + " is no directory of " + deployment);
                }
            }
        }
    }

    static Journal make(Path folder) throws IOException {
        Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new Journal(folder);
    }

    /** The mark of a deployment's processes: the value of a variable in their environment. */
    String mark(String deployment) {
        return folder + "/" + deployment;
    }

    private Path file(String deployment) {
        return folder.resolve(deployment + SUFFIX);
    }

    void write(Entry entry) throws IOException {
        Path half = folder.resolve(entry.deployment() + ".new");
        JSON.writeValue(half.toFile(), entry);
        Files.move(half, file(entry.deployment()), StandardCopyOption.ATOMIC_MOVE);
    }

    void remove(String deployment) throws IOException {
        Files.deleteIfExists(file(deployment));
    }

    /** The entries that can be read. */
    List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                try {
                    entries.add(JSON.readValue(file.toFile(), Entry.class));
                } catch (IOException broken) {
                    LOG.error("{} cannot be read, and is left: {}", file, broken.toString());
                }
            }
        }
        return entries;
    }

    /** Removes the journal if nothing is recorded in it. */
    void close() throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException used) {
            LOG.debug("{} is left", folder, used);
        }
    }

    /** Ends and removes what its process left, and gives the leases, by deployment, of what is cleared away. */
    Map<String, String> sweep(RunAs users) throws IOException {
        Map<String, String> leases = new TreeMap<>();
        for (Entry entry : entries()) {
            if (!users.mayAct(entry.user())) {
                LOG.error(
                        "{} of {} is left, and remains recorded: launch.as = caller acts as no user '{}'; end it by hand,"
                                + " or start once with launch.as = coordinator if it was launched so",
                        entry.deployment(),
                        folder,
                        PlainText.of(entry.user()));
                continue;
            }
            LOG.warn("{} was left by an earlier process, and is ended", entry.deployment());
            if (AgentProcess.sweep(users, this, entry)) {
                remove(entry.deployment());
                leases.put(entry.deployment(), entry.lease());
            }
        }
        close();
        return leases;
    }
}
