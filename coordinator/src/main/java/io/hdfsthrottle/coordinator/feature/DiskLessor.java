package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Leases whole disks (paper B): what disk leases give to other features. Thread-safe. */
public interface DiskLessor {
    /** The maximum number of disks of a lease. */
    int MOST_DISKS = 1_000;

    /**
     * For how many seconds an expired lease still keeps its disks: coordinators whose clocks differ by no more grant no
     * disk again before its last holder knows that the lease is over.
     */
    long GRACE = 30;

    /**
     * A request for disks of so many nodes.
     *
     * @param disks of each node
     * @param tenant whose priority counts
     * @param user whose quota counts
     * @param among storage ids: a disk has to have one of these volumes
     */
    record Ask(
            Tenant tenant,
            String user,
            int disks,
            int nodes,
            Optional<DiskKind> kind,
            Set<String> among,
            Duration time) {}

    /**
     * A lease.
     *
     * @param owner who asked for it
     * @param disks the volumes of each of its disks
     * @param until when it ends, seconds since 1970
     */
    record Held(String id, String owner, List<List<String>> disks, long until) {}

    /** The answer to a request. */
    sealed interface Answer {
        /** The disks are leased. */
        record Leased(Held lease) implements Answer {}

        /**
         * They are not.
         *
         * @param why for users
         * @param free how many such disks are free
         * @param ahead how many requests come first
         */
        record Refused(String why, int free, int ahead) implements Answer {}
    }

    /** The longest time of a lease. */
    Duration longest();

    /**
     * Asks for disks, and does not wait for them.
     *
     * @throws NotStored if that was not kept, or is not known
     */
    Answer request(Ask ask, String owner, boolean dryRun);

    /** All leases, by their ids; of the leader alone. */
    Map<String, Held> held();

    /**
     * All leases, by their ids, as the last leader stored them: for who does not lead. Reads from ZooKeeper.
     *
     * @throws NotStored if they cannot be read now
     */
    Map<String, Held> stored();

    /** Renews a lease: the lease as it is then; empty if there is none. */
    Optional<Held> renew(String id, Duration time);

    /** Lets a lease expire now, whose disks are free after {@link #GRACE}; nothing happens if there is none. */
    void expire(String id);

    /** Ends a lease, whose disks are free at once; false if there is none. */
    boolean end(String id);
}
