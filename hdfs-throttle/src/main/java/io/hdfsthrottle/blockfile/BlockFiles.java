package io.hdfsthrottle.blockfile;

import io.hdfsthrottle.kernel.Outcome;
import java.nio.file.Path;
import java.util.Optional;

/** Opens block files for readahead and write-back through the kernel. Thread-safe; never throws. */
@FunctionalInterface
public interface BlockFiles {

    /** Opens nothing. */
    BlockFiles NONE = file -> Optional.empty();

    /**
     * Opens a file, and tells the kernel to read nothing ahead by itself on this descriptor. Some microseconds.
     *
     * @return nothing if that does not work: a block may be renamed or deleted at any moment, and descriptors may be
     *     used up
     */
    Optional<BlockFile> open(Path file);

    /**
     * Tries every call on a small file of that volume, which is then deleted. Writes 64 KiB and waits for the disk.
     *
     * @param folder any on the volume in which this process may make a file
     * @return why block files cannot be used there, if they cannot
     */
    default Outcome probe(Path folder) {
        return BlockFileProbe.of(this, folder);
    }
}
