package io.hdfsthrottle.blkio;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.LayerCoverage;
import java.util.Optional;

/** A volume in the blkio layer: its disk, or why blkio does not work there. Immutable. */
final class BlkioPlace {

    private final String disk;
    private final String obstacle;

    private BlkioPlace(String disk, String obstacle) {
        this.disk = disk;
        this.obstacle = obstacle;
    }

    /** On that whole disk, {@code major:minor}. */
    static BlkioPlace on(String disk) {
        return new BlkioPlace(disk, "");
    }

    static BlkioPlace without(String obstacle) {
        return new BlkioPlace(null, obstacle);
    }

    /** The disk, if a limit was proved on it. */
    Optional<String> disk() {
        return Optional.ofNullable(disk);
    }

    /** What blkio covers here. */
    LayerCoverage cover(boolean readsAhead) {
        if (disk == null) {
            return LayerCoverage.none(BlkioLayer.NAME, obstacle);
        }
        LayerCoverage cover = LayerCoverage.by(BlkioLayer.NAME + " " + BlkioMode.BACKSTOP)
                .butNot(IoPath.WRITES, "the kernel writes to the disk later, on threads of its own")
                .butNot(IoPath.CACHED_READS, "no disk is in them")
                .butNot(IoPath.SHORT_CIRCUIT, "the client's own threads read");
        return readsAhead
                ? cover.butNot(
                        IoPath.READS,
                        "the DataNode reads ahead on other threads; set dfs.datanode.readahead.bytes to 0")
                : cover;
    }
}
