package io.hdfsthrottle.coordinator.tier;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whether there are tiers, where HDFS is told of them, and when files move.
 *
 * @param on whether there are any
 * @param nameNodes the web addresses of NameNodes of one HDFS, at least one if on; the one that is active answers
 * @param user who the coordinator says it is where there is no token
 * @param tokenFile a file with a delegation token
 * @param trustFile certificates of the authorities that NameNodes' are trusted by; Java's if not given
 * @param below while less than this part of what disks can do is wanted, they are quiet
 * @param above from more than that on they are not
 * @param quietFor so long they have to be before anything moves
 * @param every so often tiers are looked at
 * @param atOnce so many bytes HDFS is asked to move at a time: what goes on when the disks are no longer quiet
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
    /** No tiers. */
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

    /** @throws IllegalArgumentException if they do not go together */
    public TierSettings {
        if (on && nameNodes.isEmpty()) {
            throw new IllegalArgumentException("tiers need the web address of a NameNode");
        }
        if (below > above || quietFor.toSeconds() < 1 || every.toSeconds() < 1 || atOnce < 1) {
            throw new IllegalArgumentException("the lower bound is above the upper one, or something is less than 1");
        }
        nameNodes = List.copyOf(nameNodes);
    }

    /** The same settings, relative paths resolved against this folder. */
    public TierSettings relativeTo(Path folder) {
        return new TierSettings(
                on,
                nameNodes,
                user,
                tokenFile.map(folder::resolve),
                trustFile.map(folder::resolve),
                below,
                above,
                quietFor,
                every,
                atOnce);
    }
}
