package io.hdfsthrottle.device;

import io.hdfsthrottle.kernel.BlockDevice;
import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.kernel.Disk;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.usage.DiskFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The disks of a node's volumes. The kernel is queried once for each new volume, in a few small files. {@link #refresh}
 * is for one thread, {@link #of} for any.
 */
public final class VolumeDisks {

    private final Path sys;
    private final ControlFiles files;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** @param sys where the kernel shows its devices, {@code /sys} */
    public VolumeDisks(Path sys, ControlFiles files) {
        this.sys = sys;
        this.files = files;
    }

    /** Queries the kernel for volumes that are new or have moved, and forgets those that are gone. */
    public void refresh(List<Volume> present) {
        for (Volume volume : present) {
            Known last = known.get(volume.id());
            if (last == null || last.volume != volume) {
                known.put(volume.id(), new Known(volume, facts(volume)));
            }
        }
        known.values().removeIf(each -> !present.contains(each.volume));
    }

    private Optional<DiskFacts> facts(Volume volume) {
        return volume.folder()
                .flatMap(folder -> BlockDevice.below(folder, sys))
                .map(BlockDevice::disk)
                .map(this::facts);
    }

    /** The most that one readahead call may ask for on the disk of that folder, in bytes. Reads a few small files. */
    public static int largestRequest(Path folder, Path sys, ControlFiles files) {
        return BlockDevice.below(folder, sys)
                .map(device -> device.disk().largestRequest(files))
                .orElse(Disk.LEAST_REQUEST);
    }

    private DiskFacts facts(Disk disk) {
        return DiskFacts.of(disk.number(), disk.rotational(files), disk.bytes(files));
    }

    /** The disk of the volume with that storage id; empty where it is on no local disk, or was not queried yet. */
    public Optional<DiskFacts> of(String volume) {
        Known last = known.get(volume);
        return last == null ? Optional.empty() : last.facts;
    }

    private static final class Known {
        private final Volume volume;
        private final Optional<DiskFacts> facts;

        Known(Volume volume, Optional<DiskFacts> facts) {
            this.volume = volume;
            this.facts = facts;
        }
    }
}
