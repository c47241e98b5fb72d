package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Disk;
import io.hdfsthrottle.observation.Volume;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracks the I/O scheduler of each volume's disk; it can be changed while the disk works. Thread-safe. */
final class Schedulers {

    private static final String UNKNOWN = "unknown";
    private static final Logger LOG = LoggerFactory.getLogger(Schedulers.class);

    private final ControlFiles files;
    private final Path sys;
    private final Map<String, Optional<Disk>> disks = new ConcurrentHashMap<>();
    private final Map<String, String> schedulers = new ConcurrentHashMap<>();

    /** Below {@code /sys}. */
    Schedulers(ControlFiles files, Path sys) {
        this.files = files;
        this.sys = sys;
    }

    void add(Volume volume) {
        Optional<BlockDevice> device = volume.folder().flatMap(folder -> BlockDevice.below(folder, sys));
        disks.put(volume.id(), device.map(BlockDevice::disk));
        refresh(volume.id());
    }

    void remove(String volume) {
        disks.remove(volume);
        schedulers.remove(volume);
    }

    /** Reads the scheduler of every disk again. */
    void refresh() {
        disks.keySet().forEach(this::refresh);
    }

    private void refresh(String volume) {
        Optional<Disk> found = disks.get(volume);
        if (found == null) {
            return; // removed meanwhile
        }
        String now = found.flatMap(disk -> disk.scheduler(files)).orElse(UNKNOWN);
        String before = schedulers.put(volume, now);
        if (before != null && !before.equals(now)) {
            LOG.info("The scheduler of the disk of volume {} changed from {} to {}", volume, before, now);
        }
    }

    /** The scheduler's name, for example {@code mq-deadline}. */
    String of(String volume) {
        return schedulers.getOrDefault(volume, UNKNOWN);
    }

    /** Whether it gives a thread of a higher level more of the disk; only bfq does. */
    boolean goesByLevels(String volume) {
        return of(volume).equals("bfq");
    }
}
