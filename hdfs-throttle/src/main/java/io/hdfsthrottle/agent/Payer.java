package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.SharePath;
import java.util.Objects;
import java.util.Optional;

/**
 * The payer of an operation: a tenant and a path within its share, such as an application and a part of it. Immutable.
 */
final class Payer {

    private final Tenant tenant;
    private final SharePath share;
    private final boolean provisional;

    private Payer(Tenant tenant, SharePath share, boolean provisional) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.share = Objects.requireNonNull(share, "share");
        this.provisional = provisional;
    }

    /** An application whose tag was accepted, or the part of it that the client names. */
    static Payer ofApplication(Tenant tenant, GrantedApplication application, Optional<Part> part) {
        return new Payer(tenant, SharePath.of(application.application(), part, application.terms()), false);
    }

    /**
     * A caller without an application: all callers from that address are one payer, because only the address is
     * certain.
     */
    static Payer ofAddress(Tenant tenant, String address) {
        return new Payer(tenant, SharePath.of("from:" + address), false);
    }

    /**
     * A caller without an application whose user is proved: all callers of that user are one payer, from any address.
     */
    static Payer ofUser(Tenant tenant, String user) {
        return new Payer(tenant, SharePath.of("user:" + user), false);
    }

    /** The same until the coordinator has answered whether the named application is alive. */
    Payer untilAnswered() {
        return new Payer(tenant, share, true);
    }

    /** Whether an answer of the coordinator may change it. */
    boolean isProvisional() {
        return provisional;
    }

    Tenant tenant() {
        return tenant;
    }

    SharePath share() {
        return share;
    }
}
