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

    /** The disk's capacity as known to HDFS, or its current throughput if that is more. */
    Rate capacity() {
        long known = volumes.stream()
                .mapToLong(volume -> volume.capacity().orElse(Rate.ZERO).bytesPerSecond())
                .max()
                .orElse(0);
        return Rate.ofBytesPerSecond(Math.max(known, total.rate().bytesPerSecond()));
    }
}
