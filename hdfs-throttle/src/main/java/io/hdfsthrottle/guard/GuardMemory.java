package io.hdfsthrottle.guard;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.secret.OwnFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The small file that records how to restore what was changed: it outlives a process that crashes, and is void after a
 * reboot. Used by one thread at a time.
 */
final class GuardMemory {

    private static final Path BOOT = Path.of("sys/kernel/random/boot_id");
    private static final String BETWEEN = "\t";
    private static final FileAttribute<Set<PosixFilePermission>> OURS_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path file;
    private final OwnFolder folder;
    private final Path proc;
    private final ControlFiles files;

    /** Kept in that file; {@code /proc} identifies the kernel's boot. */
    GuardMemory(Path file, Path proc, ControlFiles files) {
        this.file = file;
        this.folder = new OwnFolder(
                file.toAbsolutePath().getParent(),
                OwnFolder.userOfThisProcess(),
                "set hdfs.throttle.guard.state.file, for example to /var/lib/hdfs-throttle/guard");
        this.proc = proc;
        this.files = files;
    }

    /** Records how to restore one value, before it is changed. */
    Outcome note(Path source, String putBack) {
        try {
            if (!Files.exists(file)) {
                folder.create();
                folder.require();
                Files.createFile(file, OURS_ALONE);
                Files.writeString(file, boot() + "\n");
            }
            folder.require(file);
            Files.writeString(file, source + BETWEEN + putBack + "\n", StandardOpenOption.APPEND);
            return Outcome.DONE;
        } catch (IOException refused) {
            return Outcome.failed("what was there could not be written down in " + file + ": " + refused.getMessage());
        }
    }

    private String boot() {
        return files.read(proc.resolve(BOOT)).orElse("unknown");
    }

    /**
     * Restores all recorded values, the latest first, and deletes the record.
     *
     * @return the values that could not be restored, with the reason; not those of groups and devices that are gone. A
     *     file that other users may have written is not used and stays
     */
    List<String> putBack() {
        List<String> refused = new ArrayList<>();
        try {
            requireOurs();
        } catch (IOException foreign) {
            refused.add(foreign.getMessage());
            return refused;
        }
        for (String line : written()) {
            int between = line.indexOf(BETWEEN);
            Path source = Path.of(line.substring(0, between));
            Outcome outcome = files.write(source, line.substring(between + 1));
            if (!outcome.isDone() && outcome.kind() != Outcome.Kind.ABSENT) {
                refused.add(source + " = " + line.substring(between + 1) + ": " + outcome);
            }
        }
        forget();
        return refused;
    }

    /** What is recorded here is written into control files: no other user may have written it. */
    private void requireOurs() throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            folder.require();
            folder.require(file);
        }
    }

    private void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // Put back once more at the next start, which changes nothing.
            return;
        }
    }

    /** The lines to put back, the latest first; none of them if the kernel was started since. */
    private List<String> written() {
        Optional<String> text = files.read(file);
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        text.get().lines().forEach(lines::add);
        boolean thisBoot = !lines.isEmpty() && lines.remove(0).equals(boot());
        lines.removeIf(line -> !line.contains(BETWEEN));
        Collections.reverse(lines);
        return thisBoot ? lines : List.of();
    }
}
