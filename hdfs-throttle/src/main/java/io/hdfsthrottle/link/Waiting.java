package io.hdfsthrottle.link;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How long an application was throttled, and why, according to a coordinator. Immutable. */
public final class Waiting {

    /** The cause of most of the wait. */
    public enum Cause {
        /** The shares that other tenants have of the disks. */
        SHARE,
        /** The tenant's limit. */
        LIMIT,
        /** The disks: the tenant was entitled to their whole throughput. */
        DISK,
        /** The disks' capacity was unknown. */
        UNKNOWN
    }

    private static final double MEBIBYTE = 1 << 20;

    private final Tenant tenant;
    private final Duration waited;
    private final Duration within;
    private final boolean complete;
    private final Cause cause;
    private final Rate entitlement;
    private final Rate capacity;

    private Waiting(
            Tenant tenant,
            Duration waited,
            Duration within,
            boolean complete,
            Cause cause,
            Rate entitlement,
            Rate capacity) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.waited = Objects.requireNonNull(waited, "waited");
        this.within = Objects.requireNonNull(within, "within");
        this.complete = complete;
        this.cause = Objects.requireNonNull(cause, "cause");
        this.entitlement = entitlement;
        this.capacity = capacity;
    }

    /** No wait. */
    public static Waiting none(Tenant tenant) {
        return of(tenant, Duration.ZERO, Duration.ZERO, Cause.UNKNOWN);
    }

    /** A wait for that cause; nothing is known of rates. */
    public static Waiting of(Tenant tenant, Duration waited, Duration within, Cause cause) {
        return new Waiting(tenant, waited, within, true, cause, null, null);
    }

    /** The same with the tenant's entitlement, and a disk's capacity. */
    public Waiting at(Rate newEntitlement, Rate newCapacity) {
        return new Waiting(tenant, waited, within, complete, cause, newEntitlement, newCapacity);
    }

    /** The same, of which some part is not known. */
    public Waiting atLeast() {
        return new Waiting(tenant, waited, within, false, cause, entitlement, capacity);
    }

    /** The tenant in whose share it waited last. */
    public Tenant tenant() {
        return tenant;
    }

    /**
     * How long its operations were throttled by DataNodes, summed over operations: with many streams it exceeds the
     * elapsed time.
     */
    public Duration waited() {
        return waited;
    }

    /** The time from the first wait that was reported to the last. */
    public Duration within() {
        return within;
    }

    /** Whether {@link #waited} is complete; else it is a lower bound. */
    public boolean complete() {
        return complete;
    }

    /** The cause of most of the wait. */
    public Cause cause() {
        return cause;
    }

    /** Its tenant's entitlement on one of the disks where it waited: the mean over the wait. */
    public Optional<Rate> entitlement() {
        return Optional.ofNullable(entitlement);
    }

    /** The capacity of one of these disks: the mean over the wait. */
    public Optional<Rate> capacity() {
        return Optional.ofNullable(capacity);
    }

    /** Why it waited, for messages: a clause without a full stop. */
    public String reason() {
        if (entitlement == null || capacity == null) {
            return "what the disks can give is not known";
        }
        String due = "tenant " + tenant + " was entitled to " + mebibytes(entitlement) + " of " + mebibytes(capacity)
                + " MiB/s of each disk where it waited";
        switch (cause) {
            case LIMIT:
                return due + ", by its limit";
            case DISK:
                return due + ", so others took next to nothing from it";
            default:
                return due;
        }
    }

    /** The whole record as a sentence, for messages. */
    public String sentence(String application) {
        if (waited.isZero()) {
            return application + " has not waited for bandwidth.";
        }
        return application + " waited " + (complete ? "" : "at least ") + seconds(waited)
                + " for bandwidth, summed over its reads and writes, within " + seconds(within) + ": " + reason() + ".";
    }

    /** A time in readable form: {@code 7.3 s}, {@code 41 s}. */
    public static String seconds(Duration time) {
        long tenths = Math.round(time.toMillis() / 100.0);
        return tenths < 100 ? tenths / 10 + "." + tenths % 10 + " s" : Math.round(tenths / 10.0) + " s";
    }

    private static String mebibytes(Rate rate) {
        double value = rate.bytesPerSecond() / MEBIBYTE;
        long tenths = Math.round(value * 10);
        return tenths < 100 && tenths % 10 != 0 ? tenths / 10 + "." + tenths % 10 : String.valueOf(Math.round(value));
    }

    @Override
    public String toString() {
        return sentence("it");
    }
}
