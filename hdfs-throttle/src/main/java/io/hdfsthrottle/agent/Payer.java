package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.SharePath;
import java.util.Objects;
import java.util.Optional;

/** What pays for an operation: a tenant, and by what its share is divided, such as an application and a part of it. Immutable. */
final class Payer {

    private final Tenant tenant;
    private final SharePath share;
    private final boolean provisional;

    private Payer(Tenant tenant, SharePath share, boolean provisional) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.share = Objects.requireNonNull(share, "share");
        this.provisional = provisional;
    }

    /** An application whose tag was believed, or what it says is a part of it. */
    static Payer ofApplication(Tenant tenant, GrantedApplication application, Optional<Part> part) {
        return new Payer(tenant, SharePath.of(application.application(), part, application.terms()), false);
    }

    /** Somebody without an application: all that come from that address are one, because only that is certain. */
    static Payer ofAddress(Tenant tenant, String address) {
        return new Payer(tenant, SharePath.of("from:" + address), false);
    }

    /** Somebody without an application whose user is proved: all that is that user's is one, wherever it comes from. */
    static Payer ofUser(Tenant tenant, String user) {
        return new Payer(tenant, SharePath.of("user:" + user), false);
    }

    /** The same until the coordinator has said whether the application that was named is alive. */
    Payer untilAnswered() {
        return new Payer(tenant, share, true);
    }

    /** Whether an answer of the coordinator may make it another. */
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
