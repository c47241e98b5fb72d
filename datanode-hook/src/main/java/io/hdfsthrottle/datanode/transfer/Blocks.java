package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.Optional;

/** What a DataNode knows of the block that a transfer works on. Asked once per operation; thread-safe. */
@FunctionalInterface
public interface Blocks {

    /** The volume that holds the block. */
    Volume volume(TransferName operation);

    /** Whether the replica here is a copy that another DataNode is sending, and not one that a client writes. */
    default boolean isCopy(TransferName operation) {
        return false;
    }

    /** The file that holds the block's data now, if it is one of this host's. */
    default Optional<Path> file(TransferName operation) {
        return Optional.empty();
    }
}
