package io.hdfsthrottle.usage;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** One application's wait on one disk, in a node's usage report. Immutable. */
public final class ApplicationUsage {

    private final String application;
    private final Tenant tenant;
    private final Duration waited;

    private ApplicationUsage(String application, Tenant tenant, Duration waited) {
        this.application = Objects.requireNonNull(application, "application");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.waited = Objects.requireNonNull(waited, "waited");
    }

    /** An application's usage. */
    public static ApplicationUsage of(String application, Tenant tenant, Duration waited) {
        return new ApplicationUsage(application, tenant, waited);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** The tenant in whose share it waited; it may have lines of several tenants, where rules depend on operations. */
    public Tenant tenant() {
        return tenant;
    }

    /** How long its operations were made to wait since the node first saw it there, summed over operations. */
    public Duration waited() {
        return waited;
    }
}
