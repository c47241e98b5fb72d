package io.hdfsthrottle.agent;

import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.kernel.Outcome;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the block files of each volume by the first of several access methods that was proved there. Until one was, and
 * where none works, operations are held between packets. Open files use the host's descriptors: only a part of them.
 * Thread-safe; proved by one thread.
 */
final class VolumeFiles {

    /** Block files may use the process's open-file limit divided by this. */
    private static final int PART_OF_FILES = 8;

    private static final String NOT_TRIED = "not tried yet";
    private static final Logger LOG = LoggerFactory.getLogger(VolumeFiles.class);

    private final List<BlockFiles> ways;
    private final long most;
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Proved> volumes = new ConcurrentHashMap<>();

    /**
     * None is proved yet.
     *
     * @param ways in the order in which they are tried
     * @param files how many files the process may have open
     */
    VolumeFiles(List<BlockFiles> ways, long files) {
        this.ways = List.copyOf(ways);
        this.most = files / PART_OF_FILES;
    }

    /** Tries the ways on volumes that are new, and forgets those that are gone. Waits for the disk. */
    void prove(List<Volume> present) {
        for (Volume volume : present) {
            volumes.computeIfAbsent(volume.id(), unused -> proved(volume));
        }
        volumes.keySet()
                .removeIf(id -> present.stream().noneMatch(volume -> volume.id().equals(id)));
    }

    private Proved proved(Volume volume) {
        if (volume.folder().isEmpty()) {
            return new Proved(BlockFiles.NONE, "it has no folder on a local disk");
        }
        String obstacle = "";
        for (BlockFiles way : ways) {
            Outcome outcome = way.probe(volume.folder().get());
            if (outcome.isDone()) {
                LOG.info("Volume {}: blocks are read ahead and written back in their turn", volume);
                return new Proved(way, "");
            }
            obstacle += (obstacle.isEmpty() ? "" : "; ") + outcome;
        }
        LOG.warn("Volume {}: operations are held between packets, not before the disk is asked: {}", volume, obstacle);
        return new Proved(BlockFiles.NONE, obstacle);
    }

    /** Why operations on that volume are held between packets; empty where they are not. */
    String obstacle(String volume) {
        Proved proved = volumes.get(volume);
        return proved == null ? NOT_TRIED : proved.obstacle;
    }

    /** The file; empty if it cannot be opened or too many files are open. */
    Optional<BlockFile> open(Volume volume, Path file) {
        Proved proved = volumes.get(volume.id());
        if (proved == null || proved.way == BlockFiles.NONE || open.get() >= most) {
            return Optional.empty();
        }
        return proved.way.open(file).map(opened -> {
            open.incrementAndGet();
            return new Counted(opened);
        });
    }

    /** How many are open. */
    int open() {
        return open.get();
    }

    private static final class Proved {
        private final BlockFiles way;
        private final String obstacle;

        Proved(BlockFiles way, String obstacle) {
            this.way = way;
            this.obstacle = obstacle;
        }
    }

    private final class Counted implements BlockFile {

        private final BlockFile file;
        private boolean closed;

        Counted(BlockFile file) {
            this.file = file;
        }

        @Override
        public long size() {
            return file.size();
        }

        @Override
        public boolean readAhead(long offset, long length) {
            return file.readAhead(offset, length);
        }

        @Override
        public boolean awaitRead(long offset) {
            return file.awaitRead(offset);
        }

        @Override
        public boolean startWriteBack(long offset, long length) {
            return file.startWriteBack(offset, length);
        }

        @Override
        public boolean awaitWriteBack(long offset, long length) {
            return file.awaitWriteBack(offset, length);
        }

        @Override
        public long cached(long offset, long length) {
            return file.cached(offset, length);
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
                file.close();
            }
        }
    }
}
