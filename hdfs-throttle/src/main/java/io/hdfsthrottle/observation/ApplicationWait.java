package io.hdfsthrottle.observation;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** How long one application was held back on one volume. Immutable. */
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
     * @param tenant whose share it waited in
     * @param waitedNanos see {@link #waited}
     */
    public static ApplicationWait of(String application, Tenant tenant, long waitedNanos) {
        return new ApplicationWait(application, tenant, waitedNanos);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** Whose share it waited in. */
    public Tenant tenant() {
        return tenant;
    }

    /** How long its operations were held back since it was first seen there, summed over operations. */
    public Duration waited() {
        return Duration.ofNanos(waitedNanos);
    }

    @Override
    public String toString() {
        return application + " of " + tenant + " waited " + waited();
    }
}
