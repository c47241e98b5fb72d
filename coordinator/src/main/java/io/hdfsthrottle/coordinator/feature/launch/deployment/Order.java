package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to launch a deployment. Immutable.
 *
 * @param user whose quota counts, and as which it uses HDFS
 * @param userVerified whether the caller's credential said that it is this user
 * @param tenant whose priority counts for disks, and as which its applications register
 * @param size the amounts of all resources, and the arguments
 * @param kind what its disks are made of, if that matters
 * @param time for how long at most
 */
public record Order(
        Product product,
        Version version,
        String user,
        boolean userVerified,
        Tenant tenant,
        Form.Filled size,
        Optional<DiskKind> kind,
        Duration time) {
    /** Disks in all. */
    public int disks() {
        return size.disks() * size.nodes();
    }

    /** Cores in all. */
    public int cores() {
        return size.cores() * size.nodes();
    }

    /** Memory in all, MiB. */
    public long memory() {
        return (long) size.memory() * size.nodes();
    }
}
