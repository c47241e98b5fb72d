package io.hdfsthrottle.coordinator.feature.tier;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of tiers: whether they are on, how HDFS is reached, and when files move.
 *
 * @param on whether tiers are enabled
 * @param nameNodes the web addresses of NameNodes of one HDFS, at least one if on; the active one answers
 * @param user the user name that the coordinator sends without a token
 * @param tokenFile a file with a delegation token
 * @param trustFile certificates of the authorities trusted for NameNodes; Java's if not given
 * @param below the contention below which the disks are quiet
 * @param above the contention above which they are not
 * @param quietFor how long they have to be quiet before anything moves
 * @param every the interval between walks through tiers
 * @param atOnce the maximum bytes that HDFS is asked to move at a time: they still move when the disks are no longer
 *     quiet
 */
public record TierSettings(
        boolean on,
        List<URI> nameNodes,
        String user,
        Optional<Path> tokenFile,
        Optional<Path> trustFile,
        double below,
        double above,
        Duration quietFor,
        Duration every,
        long atOnce) {
    /** Tiers are disabled. */
    public static final TierSettings OFF = new TierSettings(
            false,
            List.of(),
            "hdfs",
            Optional.empty(),
            Optional.empty(),
            0.2,
            0.4,
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            1L << 30);

    /** @throws IllegalArgumentException if they are inconsistent */
    public TierSettings {
        if (on && nameNodes.isEmpty()) {
            throw new IllegalArgumentException("tiers need the web address of a NameNode");
        }
        if (below > above || quietFor.toSeconds() < 1 || every.toSeconds() < 1 || atOnce < 1) {
            throw new IllegalArgumentException("the lower bound is above the upper one, or something is less than 1");
        }
        nameNodes = List.copyOf(nameNodes);
    }
}
