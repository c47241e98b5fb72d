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
 * @param as as which user of the operating system programs run
 * @param disks by the storage id of a volume of this host, the directory on the same disk where applications may write
 * @param folder where the running deployments are recorded, in case the coordinator is killed
 * @param products the file of the catalogue; the built-in one if there is none
 * @param perUser what one user may have running
 * @param deployments how many run in all
 * @param longest for how long a deployment may run
 */
public record LaunchSettings(
        boolean on,
        Optional<Path> sparkHome,
        Optional<Yarn> yarn,
        As as,
        Map<String, Path> disks,
        Path folder,
        Optional<Path> products,
        Quota perUser,
        int deployments,
        Duration longest) {
    /** Nothing is launched. */
    public static final LaunchSettings OFF = new LaunchSettings(
            false,
            Optional.empty(),
            Optional.empty(),
            As.CALLER,
            Map.of(),
            Path.of("launch"),
            Optional.empty(),
            new Quota(2, 4, 8, 16_384),
            16,
            Duration.ofHours(24));

    /**
     * As which user of the operating system programs run.
     *
     * @param isCoordinator whether all as the coordinator's own, instead of as the user who launches them
     * @param command the words before a program that make it run as another user, with {@code {user}} and {@code
     *     {group}}
     */
    public record As(boolean isCoordinator, String command) {
        /** For a coordinator that is root, or has CAP_SETUID and CAP_SETGID (util-linux). */
        public static final String BY_SETPRIV = "setpriv --reuid={user} --regid={group} --init-groups --no-new-privs"
                + " --inh-caps=-all --ambient-caps=-all --";

        /** For another one. */
        public static final String BY_SUDO = "sudo -n -u {user} --";

        /** The default. */
        public static final As CALLER = new As(false, BY_SETPRIV);
    }

    /** The maximum number of disks of a host. */
    public static final int MOST_DISKS = 64;

    /** Copies what it is given. */
    public LaunchSettings {
        disks = Map.copyOf(disks);
    }
}
