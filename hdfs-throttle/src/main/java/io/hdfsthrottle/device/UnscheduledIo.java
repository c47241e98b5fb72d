package io.hdfsthrottle.device;

import io.hdfsthrottle.kernel.ControlFiles;
import io.hdfsthrottle.localio.DiskCounters;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the disks that also serve much I/O that no queue of this node scheduled, such as that of other processes: what
 * the kernel counts for the whole disk (kernel: Documentation/admin-guide/iostats) less what tenants were charged on
 * its volumes. For one thread.
 */
public final class UnscheduledIo {

    /**
     * A disk is shared if this part of its bytes is unscheduled. The checksums of a random reader, and what a disk
     * reads beyond requests, are less.
     */
    static final double MUCH = 1.0 / 3;

    /** A disk that was shared no longer is if less than this part of its bytes is unscheduled. */
    static final double LITTLE = 1.0 / 5;

    /** A disk that moves less from one call to the next is idle. */
    static final long LEAST_BYTES = 1 << 20;

    /** The calls in a row that have to agree: what was written to memory reaches the disk later than it was charged. */
    static final int AGREEING = 2;

    private final ControlFiles files;
    private final Path diskstats;
    private final Map<String, DiskLoad> loads = new HashMap<>();

    /** @param proc {@code /proc} */
    public UnscheduledIo(ControlFiles files, Path proc) {
        this.files = files;
        this.diskstats = proc.resolve("diskstats");
    }

    /**
     * The storage ids of the volumes whose disks are shared; to be called about once a second.
     *
     * @param devices the {@code major:minor} of the whole disk that a volume is on
     */
    public Set<String> volumes(List<VolumeActivity> activities, Function<String, Optional<String>> devices) {
        Map<String, List<VolumeActivity>> disks = new HashMap<>();
        for (VolumeActivity volume : activities) {
            devices.apply(volume.volume()).ifPresent(device -> disks.computeIfAbsent(device, first -> new ArrayList<>())
                    .add(volume));
        }
        loads.keySet().retainAll(disks.keySet());
        DiskCounters counters = disks.isEmpty()
                ? DiskCounters.NONE
                : DiskCounters.parse(files.read(diskstats).orElse(""));
        Set<String> shared = new HashSet<>();
        disks.forEach((device, volumes) -> {
            OptionalLong moved = counters.bytes(device);
            if (moved.isEmpty()) {
                loads.remove(device);
                return;
            }
            DiskLoad load = loads.computeIfAbsent(device, first -> new DiskLoad());
            load.add(moved.getAsLong(), charged(volumes));
            if (load.isShared) {
                volumes.forEach(volume -> shared.add(volume.volume()));
            }
        });
        return shared;
    }

    private static long charged(List<VolumeActivity> volumes) {
        return volumes.stream()
                .flatMap(volume -> volume.tenants().stream())
                .mapToLong(TenantActivity::charged)
                .sum();
    }

    private static final class DiskLoad {
        private long movedBefore = -1;
        private long chargedBefore;
        private int disagreeing;
        private boolean isShared;

        void add(long moved, long charged) {
            long total = moved - movedBefore;
            // Tenants that have gone take what they were charged along.
            long scheduled = Math.max(0, charged - chargedBefore);
            boolean isFirst = movedBefore < 0;
            movedBefore = moved;
            chargedBefore = charged;
            if (isFirst) {
                return;
            }
            double part = total < LEAST_BYTES ? 0 : Math.max(0, total - scheduled) / (double) total;
            boolean disagrees = isShared ? part < LITTLE : part >= MUCH;
            disagreeing = disagrees ? disagreeing + 1 : 0;
            if (disagreeing == AGREEING) {
                isShared = !isShared;
                disagreeing = 0;
            }
        }
    }
}
