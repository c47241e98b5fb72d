package io.hdfsthrottle.coordinator.feature.lease;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

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

    /** Whether one and the same disk could serve both. */
    boolean competesWith(LeaseRequest other) {
        return kind.isEmpty() || other.kind.isEmpty() || kind.equals(other.kind);
    }

    boolean wants(Disk disk) {
        return disk.isLeasable()
                && kind.map(disk.kind()::equals).orElse(true)
                && (among.isEmpty() || disk.name().volumes().stream().anyMatch(among::contains));
    }
}
