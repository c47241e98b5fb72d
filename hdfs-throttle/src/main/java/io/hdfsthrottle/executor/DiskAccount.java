package io.hdfsthrottle.executor;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.VolumeActivity;
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

    /** What each tenant's executors moved since the last poll, in bytes. */
    Map<Tenant, Double> taken = Map.of();

    /** Whether it had requests nearly all the time since the last poll. */
    boolean isBusy = true;

    /** What each tenant had above its share of the disk, in seconds of its share. */
    Map<Tenant, Double> ahead = Map.of();
}
