package io.hdfsthrottle.kernel;

import java.nio.file.Path;
import java.util.Optional;

/** Opens files for reading ahead and writing back. Thread-safe. */
public interface BlockFiles {

    /** Opens nothing. */
    BlockFiles NONE = file -> Optional.empty();

    /** The file, or nothing where it cannot be opened: a block may be renamed or deleted at any moment. */
    Optional<BlockFile> open(Path file);
}
