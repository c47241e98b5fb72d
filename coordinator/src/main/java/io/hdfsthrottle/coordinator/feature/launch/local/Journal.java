package io.hdfsthrottle.coordinator.feature.launch.local;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Recorded;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Journal of the deployments that run on this host: a file each, written before anything is started, and what their
 * agents write. The coordinator's next process takes up what it finds there.
 *
 * @param folder for this coordinator alone
 */
record Journal(Path folder) {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SUFFIX = ".json";
    private static final Pattern OURS = Pattern.compile("(c-[0-9a-f]{8,32})\\.(json|new|out|words|sweep)");

    /**
     * What was started for one deployment, as its file has it. Immutable.
     *
     * @param user of the operating system that its processes run as; empty for the coordinator's own
     * @param directories that are the deployment's alone, and are removed with it; each has the deployment's name
     * @param contact what its clients have to know
     * @param farewell what to do on YARN when the processes are gone; null if it does not run there
     * @param order what was launched
     * @param token a hash of its applications' token
     */
    record Entry(
            String deployment,
            String lease,
            String user,
            List<String> directories,
            Map<String, String> contact,
            @JsonInclude(JsonInclude.Include.NON_NULL) YarnCleanup farewell,
            Recorded order,
            String token)
            implements Serializable {
        private static final Pattern NAME = Pattern.compile("c-[0-9a-f]{8,32}");

        /** @throws IllegalArgumentException if it names a directory that is not the deployment's */
        Entry {
            directories = List.copyOf(directories);
            contact = Map.copyOf(contact);
            if (!NAME.matcher(deployment).matches()
                    || lease == null
                    || user == null
                    || order == null
                    || token == null) {
                throw new IllegalArgumentException("no deployment: " + deployment);
            }
            for (String directory : directories) {
                if (!Path.of(directory).isAbsolute() || !Path.of(directory).endsWith(deployment)) {
                    throw new IllegalArgumentException(directory + " is no directory of " + deployment);
                }
            }
        }

        /** The same, which its clients reach so. */
        Entry reachedBy(Map<String, String> now) {
            return new Entry(deployment, lease, user, directories, now, farewell, order, token);
        }
    }

    /** The mark of a deployment's processes: the value of a variable in their environment. */
    String mark(String deployment) {
        return folder + "/" + deployment;
    }

    private Path file(String deployment) {
        return folder.resolve(deployment + SUFFIX);
    }

    /** What the programs of a deployment write. */
    Path output(String deployment) {
        return folder.resolve(deployment + ".out");
    }

    /** What its agent says. */
    Path words(String deployment) {
        return folder.resolve(deployment + ".words");
    }

    /** What an agent says that clears it away. */
    Path sweep(String deployment) {
        return folder.resolve(deployment + ".sweep");
    }

    /** An empty file that this user alone may open. */
    static Path empty(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    void write(Entry entry) throws IOException {
        Path half = empty(folder.resolve(entry.deployment() + ".new"));
        JSON.writeValue(half.toFile(), entry);
        Files.move(half, file(entry.deployment()), StandardCopyOption.ATOMIC_MOVE);
    }

    void remove(String deployment) throws IOException {
        Files.deleteIfExists(file(deployment));
    }

    /** Removes what agents wrote of a deployment that is recorded no more. */
    void forget(String deployment) {
        try {
            if (!Files.exists(file(deployment))) {
                for (Path each : List.of(output(deployment), words(deployment), sweep(deployment))) {
                    Files.deleteIfExists(each);
                }
            }
        } catch (IOException kept) {
            LOG.warn("The log of {} is left: {}", deployment, kept.getMessage());
        }
    }

    /** The entries that can be read. Removes files of others that are recorded no more. */
    List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher name = OURS.matcher(file.getFileName().toString());
                if (!name.matches()) {
                    continue;
                }
                if (file.equals(file(name.group(1)))) {
                    read(file).ifPresent(entries::add);
                } else if (!Files.exists(file(name.group(1)))) {
                    Files.delete(file);
                }
            }
        }
        return entries;
    }

    private static Optional<Entry> read(Path file) {
        try {
            return Optional.of(JSON.readValue(file.toFile(), Entry.class));
        } catch (IOException broken) {
            LOG.error("{} cannot be read, and is left: {}", file, broken.toString());
            return Optional.empty();
        }
    }
}
