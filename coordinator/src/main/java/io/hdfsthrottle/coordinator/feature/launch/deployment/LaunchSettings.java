package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of launching applications on leased disks: whether, where, and how many.
 *
 * @param on whether anything is launched
 * @param sparkHome where Spark is
 * @param yarn where executors run if not in processes of this host
 * @param disks by the storage id of a volume of this host, the directory on the same disk where applications may write
 * @param folder where the running clusters are recorded, in case the coordinator is killed
 * @param products the file of the catalogue; the built-in one if there is none
 * @param perUser what one user may have running
 * @param clusters how many run in all
 * @param longest for how long a cluster may run
 */
public record LaunchSettings(
        boolean on,
        Optional<Path> sparkHome,
        Optional<Yarn> yarn,
        Map<String, Path> disks,
        Path folder,
        Optional<Path> products,
        Quota perUser,
        int clusters,
        Duration longest) {
    /** Nothing is launched. */
    public static final LaunchSettings OFF = new LaunchSettings(
            false,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Path.of("launch"),
            Optional.empty(),
            new Quota(2, 4, 8, 16_384),
            16,
            Duration.ofHours(24));

    /** The maximum number of disks of a host. */
    public static final int MOST_DISKS = 64;

    /** Copies what it is given. */
    public LaunchSettings {
        disks = Map.copyOf(disks);
    }
}
