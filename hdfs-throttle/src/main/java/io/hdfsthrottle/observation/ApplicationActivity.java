package io.hdfsthrottle.observation;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** What one application moved on one volume since the node first saw it there, and how long it waited. Immutable. */
public final class ApplicationActivity {

    private final String application;
    private final Tenant tenant;
    private final long bytes;
    private final Duration waited;

    private ApplicationActivity(String application, Tenant tenant, long bytes, Duration waited) {
        this.application = Objects.requireNonNull(application, "application");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.bytes = bytes;
        this.waited = Objects.requireNonNull(waited, "waited");
    }

    /**
     * An application's activity.
     *
     * @param application its id
     * @param bytes see {@link #bytes}
     * @param waited see {@link #waited}
     */
    public static ApplicationActivity of(String application, Tenant tenant, long bytes, Duration waited) {
        return new ApplicationActivity(application, tenant, bytes, waited);
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

    @Override
    public String toString() {
        return application + " of " + tenant + " moved " + bytes + " bytes and waited " + waited;
    }
}
