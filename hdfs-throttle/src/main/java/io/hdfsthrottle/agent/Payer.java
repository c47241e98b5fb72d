package io.hdfsthrottle.agent;

import io.hdfsthrottle.identity.Tenant;
import java.util.Objects;

/** What pays for an operation: a tenant, and the application by which the tenant's share is divided. Immutable. */
final class Payer {

    private final Tenant tenant;
    private final String application;

    private Payer(Tenant tenant, String application) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.application = Objects.requireNonNull(application, "application");
    }

    /** An application whose tag was believed. */
    static Payer ofApplication(Tenant tenant, String id) {
        return new Payer(tenant, "app:" + id);
    }

    /** Somebody without an application: all that come from that address are one, because only that is certain. */
    static Payer ofAddress(Tenant tenant, String address) {
        return new Payer(tenant, "from:" + address);
    }

    /** Somebody without an application whose user is proved: all that is that user's is one, wherever it comes from. */
    static Payer ofUser(Tenant tenant, String user) {
        return new Payer(tenant, "user:" + user);
    }

    Tenant tenant() {
        return tenant;
    }

    String application() {
        return application;
    }
}
