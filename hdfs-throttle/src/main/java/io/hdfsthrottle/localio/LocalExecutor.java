package io.hdfsthrottle.localio;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import java.util.Objects;

/**
 * An executor that a node may find on its host, as the coordinator reports it: the claim, and its application, user and
 * tenant. Immutable.
 */
public final class LocalExecutor {

    /** The most executors that a coordinator reports to a node. */
    public static final int MOST = 256;

    private final String application;
    private final String user;
    private final Tenant tenant;
    private final ExecutorClaim claim;

    private LocalExecutor(String application, String user, Tenant tenant, ExecutorClaim claim) {
        this.application = application;
        this.user = Objects.requireNonNull(user, "user");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.claim = Objects.requireNonNull(claim, "claim");
    }

    /** An executor of a registered application. */
    public static LocalExecutor of(String application, String user, Tenant tenant, ExecutorClaim claim) {
        if (!AppTag.isApplication(application)) {
            throw new IllegalArgumentException("an application's id is " + AppTag.APPLICATION_RULE);
        }
        return new LocalExecutor(application, user, tenant, claim);
    }

    /** The application's id. */
    public String application() {
        return application;
    }

    /** The user that the application runs as. */
    public String user() {
        return user;
    }

    /** The tenant whose share it uses. */
    public Tenant tenant() {
        return tenant;
    }

    /** Its claim. */
    public ExecutorClaim claim() {
        return claim;
    }

    /** A key that distinguishes it from all others, also from a later one of the same id. */
    public String key() {
        return application + "/" + claim.executor() + "/" + claim.pid() + "/" + claim.startTicks();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalExecutor && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return application + " of " + user + " for " + tenant + ": " + claim;
    }
}
