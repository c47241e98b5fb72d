package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The I/O of one disk of the node: in total, of HDFS, and of executors by tenant. For the thread that polls. */
final class DiskAccount {
    final List<VolumeActivity> volumes = new ArrayList<>();
    final Mean total = new Mean();
    final Mean hdfs = new Mean();
    final Mean executors = new Mean();
    final Map<Tenant, Mean> tenants = new HashMap<>();

    /**
     * What tenants can divide: the disk's capacity as known to HDFS, or its current throughput if that is more, less
     * what nobody claims, such as the file system's journal and other processes.
     */
    Rate divisible() {
        long known = volumes.stream()
                .mapToLong(volume -> volume.capacity().orElse(Rate.ZERO).bytesPerSecond())
                .max()
                .orElse(0);
        long all = total.rate().bytesPerSecond();
        long claimed = hdfs.rate().bytesPerSecond() + executors.rate().bytesPerSecond();
        return Rate.ofBytesPerSecond(Math.max(known, all) - Math.max(0, all - claimed));
    }
}
