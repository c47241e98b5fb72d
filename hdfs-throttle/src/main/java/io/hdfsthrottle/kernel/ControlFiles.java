package io.hdfsthrottle.kernel;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes control files of the kernel (cgroupfs, sysfs, procfs); every outcome is a value. Thread-safe; never
 * throws for what the kernel answers, and keeps the calling thread's interrupt flag as it is.
 */
public interface ControlFiles {

    /** The kernel's own. */
    static ControlFiles ofKernel() {
        return new KernelControlFiles();
    }

    /** The file's current content, without the line's end; empty where it cannot be read. */
    Optional<String> read(Path file);

    /** Writes the value in one {@code write(2)}; never makes a file. */
    Outcome write(Path file, String value);

    /** Whether there is such a file or folder. */
    boolean exists(Path path);

    /** Makes that one folder; also done if it is there already. */
    Outcome makeFolder(Path folder);

    /**
     * Removes that one folder, which for a control group means that no thread is in it; also done if it is not there.
     */
    Outcome removeFolder(Path folder);

    /** The folders in it, sorted; none where it cannot be read. */
    List<Path> foldersIn(Path folder);
}
