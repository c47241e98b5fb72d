package io.hdfsthrottle.observation;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** What one application moved on one volume since the node first saw it there, and how long it waited. Immutable. */
public final class ApplicationActivity {

    /** No DataNode has as many transfer threads: its default is 4,096. */
    private static final int MOST_STREAMS = 1 << 20;

    private final String application;
    private final Tenant tenant;
    private final long bytes;
    private final Duration waited;
    private final Duration limited;
    private final int streams;
    private final long slept;
    private final long sent;
    private final long ran;

    private ApplicationActivity(
            String application,
            Tenant tenant,
            long bytes,
            Duration waited,
            Duration limited,
            int streams,
            long slept,
            long sent,
            long ran) {
        this.application = Objects.requireNonNull(application, "application");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.bytes = bytes;
        this.waited = Objects.requireNonNull(waited, "waited");
        this.limited = Objects.requireNonNull(limited, "limited");
        this.streams = streams;
        this.slept = slept;
        this.sent = sent;
        this.ran = ran;
    }

    public static ApplicationActivity of(String application, Tenant tenant, long bytes, Duration waited) {
        return new ApplicationActivity(application, tenant, bytes, waited, Duration.ZERO, 0, 0, 0, 0);
    }

    /** The same, of whose wait that was for a limit of its own, see {@link #limited}. */
    public ApplicationActivity delayedByLimit(Duration newLimited) {
        return new ApplicationActivity(application, tenant, bytes, waited, newLimited, streams, slept, sent, ran);
    }

    /**
     * The same with that many operations at the moment.
     *
     * @throws IllegalArgumentException if it is not 0 to {@value #MOST_STREAMS}
     */
    public ApplicationActivity with(long newStreams) {
        if (newStreams < 0 || newStreams > MOST_STREAMS) {
            throw new IllegalArgumentException("an application has 0 to " + MOST_STREAMS + " streams");
        }
        return new ApplicationActivity(application, tenant, bytes, waited, limited, (int) newStreams, slept, sent, ran);
    }

    /** The same, whose threads were looked at; see {@link #slept}, {@link #sent} and {@link #ran}. */
    public ApplicationActivity seen(long newSlept, long newSent, long newRan) {
        return new ApplicationActivity(application, tenant, bytes, waited, limited, streams, newSlept, newSent, newRan);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** The tenant in whose share it was; it may have lines of several tenants, where rules depend on operations. */
    public Tenant tenant() {
        return tenant;
    }

    /** The bytes that it read and wrote. */
    public long bytes() {
        return bytes;
    }

    /** How long its operations were made to wait, summed over operations. */
    public Duration waited() {
        return waited;
    }

    /** The part of {@link #waited} that was for a limit of the application, or of parts of it. */
    public Duration limited() {
        return limited;
    }

    /** How many operations it had there at the moment, whether anything moved or not. */
    public int streams() {
        return streams;
    }

    /**
     * How often one of its threads slept when some were looked at which nothing held back: it waited for its client, or
     * received what the network had not brought yet.
     */
    public long slept() {
        return slept;
    }

    /** How often such a thread slept while what it had sent was on its way: it waited for the network. */
    public long sent() {
        return sent;
    }

    /** How often such a thread ran, or waited for a processor. */
    public long ran() {
        return ran;
    }

    @Override
    public String toString() {
        return application + " of " + tenant + " moved " + bytes + " bytes and waited " + waited;
    }
}
