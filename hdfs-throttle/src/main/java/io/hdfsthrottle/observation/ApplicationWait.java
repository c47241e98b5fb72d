package io.hdfsthrottle.observation;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** How long one application was throttled on one volume. Immutable. */
public final class ApplicationWait {

    private final String application;
    private final Tenant tenant;
    private final long waitedNanos;

    private ApplicationWait(String application, Tenant tenant, long waitedNanos) {
        this.application = Objects.requireNonNull(application, "application");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.waitedNanos = waitedNanos;
    }

    /**
     * An application's wait.
     *
     * @param application its id
     * @param tenant the tenant in whose share it waited
     * @param waitedNanos see {@link #waited}
     */
    public static ApplicationWait of(String application, Tenant tenant, long waitedNanos) {
        return new ApplicationWait(application, tenant, waitedNanos);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** The tenant in whose share it waited. */
    public Tenant tenant() {
        return tenant;
    }

    /** How long its operations were throttled since it was first seen there, summed over operations. */
    public Duration waited() {
        return Duration.ofNanos(waitedNanos);
    }

    @Override
    public String toString() {
        return application + " of " + tenant + " waited " + waited();
    }
}
