package io.hdfsthrottle.observation;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** How long one application was throttled on one volume. Immutable. */
public final class ApplicationWait {

    private final String application;
    private final Tenant tenant;
    private final Duration waited;

    private ApplicationWait(String application, Tenant tenant, Duration waited) {
        this.application = Objects.requireNonNull(application, "application");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.waited = Objects.requireNonNull(waited, "waited");
    }

    /**
     * An application's wait.
     *
     * @param application its id
     * @param tenant the tenant in whose share it waited
     * @param waited see {@link #waited}
     */
    public static ApplicationWait of(String application, Tenant tenant, Duration waited) {
        return new ApplicationWait(application, tenant, waited);
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
        return waited;
    }

    @Override
    public String toString() {
        return application + " of " + tenant + " waited " + waited();
    }
}
