package io.hdfsthrottle.blkio;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.LayerCoverage;
import java.util.Optional;

/** A volume in the blkio layer: its disk, or why blkio does not work there. Immutable. */
final class BlkioPlace {

    private final BlkioDisk disk;
    private final String obstacle;

    private BlkioPlace(BlkioDisk disk, String obstacle) {
        this.disk = disk;
        this.obstacle = obstacle;
    }

    static BlkioPlace on(BlkioDisk disk) {
        return new BlkioPlace(disk, "");
    }

    static BlkioPlace without(String obstacle) {
        return new BlkioPlace(null, obstacle);
    }

    /** The disk, if a limit was proved on it. */
    Optional<BlkioDisk> disk() {
        return Optional.ofNullable(disk);
    }

    /** Whether this disk is shared by the weights of groups now; it may be changed at any time. */
    boolean isSharedByWeight() {
        return disk != null && disk.keepsWeights();
    }

    private String shares() {
        if (isSharedByWeight()) {
            return " (limits and shares)";
        }
        return disk.scheduler().equals("bfq")
                ? " (limits; shares are left to pacing: bfq keeps to weights only with queue/iosched/strict_guarantees at 1)"
                : " (limits; shares are left to pacing)";
    }

    /** What blkio covers here. */
    LayerCoverage cover(BlkioMode mode, boolean readsAhead) {
        if (disk == null) {
            return LayerCoverage.none(BlkioLayer.NAME, obstacle);
        }
        String name = BlkioLayer.NAME + " " + mode;
        if (mode == BlkioMode.ENFORCE) {
            name += shares();
        }
        LayerCoverage cover = LayerCoverage.by(name)
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
