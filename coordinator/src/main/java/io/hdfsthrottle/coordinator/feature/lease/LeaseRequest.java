package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A request to lease disks. Immutable.
 *
 * @param tenant whose priority counts
 * @param user whose quota counts
 * @param disks how many disks of each node
 * @param patience how long the request waits if too few disks are free; zero if it does not
 * @param among storage ids: a disk has to have one of these volumes; empty if any disk will do
 * @param drain whether what lies on them is to be moved away before its time begins
 */
record LeaseRequest(
        Tenant tenant,
        String user,
        int disks,
        int nodes,
        Optional<DiskKind> kind,
        Duration time,
        Duration patience,
        Set<String> among,
        boolean drain) {
    static final int MOST_DISKS = DiskLessor.MOST_DISKS;

    private static final int LONGEST_USER = 128;

    /** A storage id of HDFS has 39 characters, and one of an old version's up to 60 (DatanodeStorage). */
    private static final int LONGEST_VOLUME = 64;

    /** A disk is named by what somebody may have partitioned it into; what is named is stored. */
    private static final int MOST_VOLUMES = 16;

    /** The longest time for which a request may wait. */
    static final Duration LONGEST_WAIT = Duration.ofDays(30);

    /** @throws InvalidInput naming the invalid value */
    LeaseRequest {
        if (user.isBlank()
                || user.length() > LONGEST_USER
                || !PlainText.is(user)
                || user.chars().anyMatch(Character::isWhitespace)) {
            throw new InvalidInput("user", user, "1 to " + LONGEST_USER + " printable characters without blanks");
        }
        atMost("disks", disks, MOST_DISKS);
        atMost("nodes", nodes, MOST_DISKS / Math.max(1, disks));
        among = Set.copyOf(among);
    }

    /** The same where any disk will do, with what lies there. */
    LeaseRequest(
            Tenant tenant,
            String user,
            int disks,
            int nodes,
            Optional<DiskKind> kind,
            Duration time,
            Duration patience) {
        this(tenant, user, disks, nodes, kind, time, patience, Set.of(), false);
    }

    LeaseRequest drained(boolean first) {
        return new LeaseRequest(tenant, user, disks, nodes, kind, time, patience, among, first);
    }

    /** The same for so many disks, whichever they are. */
    LeaseRequest sized(int disksOfNode, int ofNodes) {
        return new LeaseRequest(tenant, user, disksOfNode, ofNodes, kind, time, patience, Set.of(), drain);
    }

    /**
     * The same for these disks and no others.
     *
     * @throws InvalidInput if they are none, one of them is named twice, or they are not as many of each node
     */
    LeaseRequest named(List<DiskName> those) {
        Map<String, List<DiskName>> byNode = those.stream().collect(Collectors.groupingBy(DiskName::node));
        Set<String> volumes = new TreeSet<>();
        for (DiskName disk : those) {
            if (disk.volumes().size() > MOST_VOLUMES) {
                throw refused(those, "disks of at most " + MOST_VOLUMES + " volumes");
            }
            for (String volume : disk.volumes()) {
                if (volume.isBlank() || volume.length() > LONGEST_VOLUME || !PlainText.is(volume)) {
                    throw refused(those, "storage ids of up to " + LONGEST_VOLUME + " printable characters");
                }
                if (!volumes.add(volume)) {
                    throw refused(those, "each volume once; " + volume + " is named twice");
                }
            }
        }
        if (byNode.values().stream().mapToInt(List::size).distinct().count() != 1) {
            throw refused(those, "as many disks of each node; ask for others in another lease");
        }
        LeaseRequest sized = sized(those.size() / byNode.size(), byNode.size());
        return new LeaseRequest(tenant, user, sized.disks, sized.nodes, kind, time, patience, volumes, drain);
    }

    private static InvalidInput refused(List<DiskName> those, String permitted) {
        return new InvalidInput("holds", those.size() + " disks", permitted);
    }

    private static void atMost(String field, int count, int most) {
        if (count < 1 || count > most) {
            throw new InvalidInput(
                    field, count, "a whole number from 1 to " + most + "; at most " + MOST_DISKS + " disks in all");
        }
    }

    /** How many disks it takes in all. */
    int total() {
        return disks * nodes;
    }

    /**
     * Whether that request has to wait while this one does. One that names its disks keeps these for itself ({@link
     * #names}), and blocks no request.
     */
    boolean blocks(LeaseRequest other) {
        return among.isEmpty() && (kind.isEmpty() || other.kind.isEmpty() || kind.equals(other.kind));
    }

    /** Whether that request has to wait, or cannot have all disks that it names, while this one waits. */
    boolean competesWith(LeaseRequest other) {
        return blocks(other) || !Collections.disjoint(among, other.among);
    }

    /** Whether it asks for that disk by its name. */
    boolean names(DiskName disk) {
        return disk.volumes().stream().anyMatch(among::contains);
    }

    /** Whether it may have that disk, of whatever kind. */
    boolean permits(DiskName disk) {
        return among.isEmpty() || names(disk);
    }

    boolean wants(Disk disk) {
        return disk.isLeasable() && kind.map(disk.kind()::equals).orElse(true) && permits(disk.name());
    }
}
