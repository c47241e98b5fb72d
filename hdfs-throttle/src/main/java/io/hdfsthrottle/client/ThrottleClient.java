package io.hdfsthrottle.client;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.CreditStanding;
import io.hdfsthrottle.link.EntitlementLeft;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.link.Waiting;
import java.time.Duration;
import java.util.Collection;

/**
 * What an application asks of the coordinator. A Spark job finds its own at {@code ThrottlePlugin.client()}, any other
 * program makes one by {@link #register}.
 *
 * <p>No call throws for what a coordinator does: a refusal, and that none answers, are {@linkplain Answer values}.
 * Every call takes at most the timeout of the link for each coordinator, {@link Appointment#await} as long as it says
 * besides; an interrupted thread stays interrupted and gets no answer. Thread-safe. The methods of this interface
 * answer as if there were no coordinator.
 */
public interface ThrottleClient extends AutoCloseable {

    /** The client of an application without a coordinator. */
    ThrottleClient NONE = new ThrottleClient() {};

    /** How far a tenant steps back: the weights of the levels are settings of the coordinator. */
    enum Level {
        /** Half of its weight, by default. */
        LOW,
        /** A tenth, by default. */
        LOWEST,
        /** Almost none while other tenants want the disk. */
        IDLE
    }

    /**
     * Registers an application, and renews that on a daemon thread until the client is closed.
     *
     * @param link to the coordinators, such as an {@link io.hdfsthrottle.link.HttpLink}; the client closes it
     * @param patience how long to wait; it goes on after that, until a coordinator registers the application, or
     *     refuses; until then no call has a value, for the reason of the last attempt
     */
    static ThrottleClient register(CoordinatorLink link, Registration registration, Duration patience) {
        ApplicationLease lease = new ApplicationLease(link, registration, level -> 1, changed -> {});
        try {
            lease.begin(patience, late -> {});
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return new RegisteredClient(lease, true);
    }

    /**
     * The tag that makes HDFS operations those of the application: in {@code mapreduce.task.attempt.id} of a Hadoop
     * configuration with which a file system is opened. Changes rarely, with the coordinator's keys. No call.
     */
    default Answer<AppTag> tag() {
        return none();
    }

    /**
     * The application's tenant steps back, in favour of others that want the disks, and earns credits for it. Replaces
     * what was asked before: after a yield of one second there is none.
     *
     * @param time from 1 s, in whole seconds; up to {@code credit.yield.longest} of the coordinator
     * @return the tenant's credits after it; refused where the tenant has applications of others, too
     */
    default Answer<CreditStanding> stepBack(Level level, Duration time) {
        return none();
    }

    /**
     * Buys high priority for the application's tenant, second by second, for credits that it has earned: from now on,
     * or after what it bought before.
     *
     * @param time from 1 s, in whole seconds; up to {@code credit.boost.longest} of the coordinator
     * @return the tenant's credits after it; refused, with the missing amount, if it has too few
     */
    default Answer<CreditStanding> boost(Duration time) {
        return none();
    }

    /**
     * Asks when to read.
     *
     * @param bytes how much, 1 or more
     * @param nodes the DataNodes that it is read from, {@code host:port} as {@code GET /v1/nodes} names them: the
     *     host's name and the port of {@code DatanodeInfo.getXferAddrWithHostname()}; none for
     *     any: the answer knows what their disks are used for
     * @param deadline until when it has to be read, from 1 s, in whole seconds
     * @param patience how long to wait at most before it begins, from 1 s, in whole seconds
     */
    default Appointment appointment(long bytes, Collection<String> nodes, Duration deadline, Duration patience) {
        return RegisteredAppointment.without(none());
    }

    /** The bandwidth that one more stream of the application's tenant would get on each DataNode now. */
    default Answer<EntitlementLeft> share() {
        return none();
    }

    /** How long the application's operations were throttled so far, and why. */
    default Answer<Waiting> explain() {
        return none();
    }

    /** Ends the registration if this client has made it; a Spark application's is the plugin's. Idempotent. */
    @Override
    default void close() {}

    private static <T> Answer<T> none() {
        return Answer.absent("the application has no coordinator");
    }
}
