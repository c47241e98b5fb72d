package io.hdfsthrottle.agent;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.queue.Account;
import java.util.Objects;

/** What pays for an operation: a tenant, and the application by which the tenant's share is divided. Immutable. */
final class Payer {

    private final Tenant tenant;
    private final String application;
    private final boolean provisional;

    private Payer(Tenant tenant, String application, boolean provisional) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.application = Objects.requireNonNull(application, "application");
        this.provisional = provisional;
    }

    /** An application whose tag was believed. */
    static Payer ofApplication(Tenant tenant, String id) {
        return new Payer(tenant, Account.APPLICATION + id, false);
    }

    /** Somebody without an application: all that come from that address are one, because only that is certain. */
    static Payer ofAddress(Tenant tenant, String address) {
        return new Payer(tenant, "from:" + address, false);
    }

    /** Somebody without an application whose user is proved: all that is that user's is one, wherever it comes from. */
    static Payer ofUser(Tenant tenant, String user) {
        return new Payer(tenant, "user:" + user, false);
    }

    /** The same until the coordinator has said whether the application that was named is alive. */
    Payer untilAnswered() {
        return new Payer(tenant, application, true);
    }

    /** Whether an answer of the coordinator may make it another. */
    boolean isProvisional() {
        return provisional;
    }

    Tenant tenant() {
        return tenant;
    }

    String application() {
        return application;
    }
}
