package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A host's link to the coordinators. Every call is bounded in time and may be made from any thread; none belongs on a
 * thread that moves data.
 */
public interface CoordinatorLink extends AutoCloseable {

    /** The most applications that may be asked for at a time. */
    int MOST_APPLICATIONS = 1_000;

    /**
     * Waits for the parts of its grant that a node has not received.
     *
     * @param node the node that asks
     * @param known what it has received
     * @param patience how long the coordinator may hold the call open; at most a minute
     * @return the parts that are new, or nothing if there was none within that time
     * @throws LinkException if no leader answered, or its answer is malformed
     * @throws InterruptedException if interrupted while waiting
     */
    Optional<GrantUpdate> awaitGrant(String node, GrantPosition known, Duration patience)
            throws LinkException, InterruptedException;

    /**
     * Asks for applications that clients of a node named; from now on the coordinator reports their changes to it.
     *
     * @param applications their ids, at most {@link #MOST_APPLICATIONS}
     * @return which are alive, and which are not
     * @throws LinkException if no leader answered, or its answer is malformed
     * @throws InterruptedException if interrupted while waiting
     */
    GrantUpdate applications(String node, List<String> applications) throws LinkException, InterruptedException;

    /**
     * Reports what the node's tenants used and wanted.
     *
     * @return the executors that claim to run on the machine that the report names; none from a coordinator that does
     *     not report them
     */
    List<LocalExecutor> report(UsageReport report) throws LinkException, InterruptedException;

    /**
     * Registers an application, or registers it again with its lease as the proof that it is the same: the answer holds
     * its tag.
     *
     * @throws LinkException refused (the message holds the coordinator's reason) or not reached
     */
    Lease register(Registration registration) throws LinkException, InterruptedException;

    /**
     * Keeps an application's registration alive.
     *
     * @param lease the latest lease
     * @param executors how many it has now, for rates of each; 1 or more
     * @param tasks how many these run at a time, for rates of each; 1 or more
     * @return the lease as it now stands; nothing if the coordinator does not know the application and it must register
     *     again
     */
    Optional<Lease> renew(Lease lease, int executors, int tasks) throws LinkException, InterruptedException;

    /**
     * The bandwidth that one more stream of the application's tenant would get on each node; nothing if the coordinator
     * does not know the application.
     */
    Optional<EntitlementLeft> entitlementLeft(Lease lease) throws LinkException, InterruptedException;

    /**
     * How long the application was throttled, according to the coordinator; empty if it does not know the application,
     * or keeps no such record.
     */
    Optional<Waiting> waiting(Lease lease) throws LinkException, InterruptedException;

    /**
     * Reports the processes of the application's executors, and their I/O on local disks.
     *
     * @param claims at most {@link io.hdfsthrottle.localio.LocalIoJson#MOST_CLAIMS}
     * @return whether the coordinator knows the application, and takes such claims
     */
    boolean claim(Lease lease, List<ExecutorClaim> claims) throws LinkException, InterruptedException;

    /**
     * Makes an appointment for I/O of an application, which can be called before it begins.
     *
     * @param bytes how much it is to read, 1 or more
     * @param nodes the DataNodes that it reads from, by the names under which they report; none for any
     * @param deadline within what time, in whole seconds from 1
     * @param patience how long it waits at most before it begins, in whole seconds from 1
     * @throws LinkException refused, as by a coordinator that makes none, or not reached: the I/O then begins without
     */
    AppointmentAnswer makeAppointment(
            Lease lease, long bytes, Collection<String> nodes, Duration deadline, Duration patience)
            throws LinkException, InterruptedException;

    /**
     * Waits until an appointment begins.
     *
     * @param patience how long the coordinator may hold the call open; at most a minute
     * @return whether it has begun; nothing if it is over
     */
    Optional<Boolean> hasBegun(AppointmentAnswer appointment, Duration patience)
            throws LinkException, InterruptedException;

    /** Ends an appointment, because its data is read or no longer wanted; succeeds also if it is over. */
    void endAppointment(Lease lease, AppointmentAnswer appointment) throws LinkException, InterruptedException;

    /**
     * Lets the application's tenant yield.
     *
     * @param level {@code low}, {@code lowest} or {@code idle}
     * @param time in whole seconds from 1
     * @throws LinkException refused, as where the tenant has applications of others, or not reached
     */
    CreditStanding stepBack(Lease lease, String level, Duration time) throws LinkException, InterruptedException;

    /**
     * Buys the application's tenant high priority.
     *
     * @param time in whole seconds from 1
     * @throws LinkException refused, as where credits are missing, or not reached
     */
    CreditStanding boost(Lease lease, Duration time) throws LinkException, InterruptedException;

    /** Ends an application's registration; succeeds also if it is not known. */
    void withdraw(Lease lease) throws LinkException, InterruptedException;

    /** Ends calls that are under way and releases what the link holds. Idempotent. */
    @Override
    void close();
}
