package io.hdfsthrottle.kernel;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Control files through Java's streams, not channels: an interrupt closes a channel, and transfer threads are
 * interrupted.
 *
 * <p>Java reports errors as text that the C library may have translated, so after a failure the file system is queried
 * for the cause, and the text is used only for what cannot be queried.
 */
final class KernelControlFiles implements ControlFiles {

    @Override
    public Optional<String> read(Path file) {
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing());
        } catch (IOException notTold) {
            return Optional.empty();
        }
    }

    @Override
    public Outcome write(Path file, String value) {
        // The stream would make a file where a fake or emptied tree has none; the kernel's own file systems never do.
        if (!exists(file)) {
            return Outcome.ABSENT;
        }
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(value.getBytes(StandardCharsets.UTF_8));
            return Outcome.DONE;
        } catch (IOException refused) {
            return why(file, refused);
        }
    }

    @Override
    public boolean exists(Path path) {
        return path.toFile().exists();
    }

    @Override
    public Outcome makeFolder(Path folder) {
        try {
            Files.createDirectory(folder);
            return Outcome.DONE;
        } catch (FileAlreadyExistsException there) {
            return Files.isDirectory(folder) ? Outcome.DONE : Outcome.failed(folder + " is a file");
        } catch (IOException refused) {
            return why(folder.getParent(), refused);
        }
    }

    @Override
    public Outcome removeFolder(Path folder) {
        try {
            Files.delete(folder);
            return Outcome.DONE;
        } catch (NoSuchFileException gone) {
            return Outcome.DONE;
        } catch (DirectoryNotEmptyException inUse) {
            return Outcome.BUSY;
        } catch (IOException refused) {
            return why(folder.getParent(), refused);
        }
    }

    @Override
    public List<Path> foldersIn(Path folder) {
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, Files::isDirectory)) {
            all.forEach(folders::add);
        } catch (IOException notTold) {
            return List.of();
        }
        Collections.sort(folders);
        return folders;
    }

    private static Outcome why(Path path, IOException refused) {
        String text = String.valueOf(refused.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no such process")) {
            return Outcome.ENDED;
        }
        if (text.contains("busy") || text.contains("not empty")) {
            return Outcome.BUSY;
        }
        if (!path.toFile().exists() || text.contains("no such device")) {
            return Outcome.ABSENT;
        }
        if (isReadOnly(path) || text.contains("read-only")) {
            return Outcome.READ_ONLY;
        }
        if (!Files.isWritable(path) || text.contains("permi")) {
            return Outcome.DENIED;
        }
        return Outcome.failed(refused.getMessage());
    }

    private static boolean isReadOnly(Path path) {
        try {
            return Files.getFileStore(path).isReadOnly();
        } catch (IOException | RuntimeException notTold) {
            return false;
        }
    }
}
