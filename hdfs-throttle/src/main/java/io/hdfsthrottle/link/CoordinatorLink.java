package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A host's line to the coordinators. Every call is bounded in time and may be made from any thread; none belongs on a
 * thread that moves data.
 */
public interface CoordinatorLink extends AutoCloseable {

    /** So many applications may be asked for at a time. */
    int MOST_APPLICATIONS = 1_000;

    /**
     * Waits for what a node has not heard of its grant.
     *
     * @param node which node asks
     * @param known what it has heard
     * @param patience how long the coordinator may keep the question open; at most a minute
     * @return the parts that are new, or nothing if there was none within that time
     * @throws LinkException if no leader answered, or what it said is malformed
     * @throws InterruptedException if interrupted while waiting
     */
    Optional<GrantUpdate> awaitGrant(String node, GrantPosition known, Duration patience)
            throws LinkException, InterruptedException;

    /**
     * Asks for applications that a node has met; from now on the coordinator tells it what becomes of them.
     *
     * @param applications their ids, at most {@link #MOST_APPLICATIONS}
     * @return which are alive, and which are not
     * @throws LinkException if no leader answered, or what it said is malformed
     * @throws InterruptedException if interrupted while waiting
     */
    GrantUpdate applications(String node, List<String> applications) throws LinkException, InterruptedException;

    /**
     * Reports what the node's tenants used and wanted.
     *
     * @return the executors that say they run on the machine that the report names; none from a coordinator that does not say
     */
    List<LocalExecutor> report(UsageReport report) throws LinkException, InterruptedException;

    /**
     * Registers an application, or registers it again with its lease as the proof that it is the same: the answer holds its tag.
     *
     * @throws LinkException refused (the message says why, in the coordinator's words) or not reached
     */
    Lease register(Registration registration) throws LinkException, InterruptedException;

    /**
     * Keeps an application's registration alive.
     *
     * @param lease as it stood last
     * @return the lease as it now stands; nothing if the coordinator does not know the application and it must register again
     */
    Optional<Lease> renew(Lease lease) throws LinkException, InterruptedException;

    /** What one more stream of the application's tenant would get on each node; nothing if the coordinator does not know the application. */
    Optional<EntitlementLeft> entitlementLeft(Lease lease) throws LinkException, InterruptedException;

    /** What the coordinator knows of how long the application was held back; nothing if it does not know the application, or nothing of this kind. */
    Optional<Waiting> waiting(Lease lease) throws LinkException, InterruptedException;

    /**
     * Says which processes the application's executors are, and what they moved on local disks.
     *
     * @param claims at most {@link io.hdfsthrottle.localio.LocalIoJson#MOST_CLAIMS}
     * @return whether the coordinator knows the application, and takes such claims
     */
    boolean claim(Lease lease, List<ExecutorClaim> claims) throws LinkException, InterruptedException;

    /**
     * Makes an appointment for I/O of an application, which can be called before it begins.
     *
     * @param bytes how much it is to read, 1 or more
     * @param deadline within what time, in whole seconds from 1
     * @param patience how long it waits at most before it begins, in whole seconds from 1
     * @throws LinkException refused, as by a coordinator that makes none, or not reached: then it begins without
     */
    SlotAnswer makeSlot(Lease lease, long bytes, Duration deadline, Duration patience)
            throws LinkException, InterruptedException;

    /**
     * Waits until an appointment begins.
     *
     * @param patience how long the coordinator may keep the question open; at most a minute
     * @return whether it has begun; nothing if it is over
     */
    Optional<Boolean> hasBegun(SlotAnswer slot, Duration patience) throws LinkException, InterruptedException;

    /** Ends an appointment, because what it was for is read or not wanted any more; done also if it is over. */
    void endSlot(Lease lease, SlotAnswer slot) throws LinkException, InterruptedException;

    /** Ends an application's registration; done also if it is not known. */
    void withdraw(Lease lease) throws LinkException, InterruptedException;

    /** Ends calls that are under way and releases what the link holds. Idempotent. */
    @Override
    void close();
}
