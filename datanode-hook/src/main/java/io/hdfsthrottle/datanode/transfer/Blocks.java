package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.Optional;

/** A DataNode's knowledge of the block that a transfer works on. Called once per operation; thread-safe. */
@FunctionalInterface
public interface Blocks {

    /** The volume that holds the block. */
    Volume volume(TransferName operation);

    /** Whether the local replica is a copy that another DataNode is sending, and not one that a client writes. */
    default boolean isCopy(TransferName operation) {
        return false;
    }

    /** The file that holds the block's data now, if it is on this host. */
    default Optional<Path> file(TransferName operation) {
        return Optional.empty();
    }
}
