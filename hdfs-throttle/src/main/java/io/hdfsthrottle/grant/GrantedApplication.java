package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import java.util.Objects;

/**
 * A living application as the coordinator knows it: what a DataNode needs to check its tag and to find its tenant.
 * Immutable.
 */
public final class GrantedApplication {

    private final String application;
    private final String user;
    private final Tenant tenant;
    private final long notBefore;

    private GrantedApplication(String application, String user, Tenant tenant, long notBefore) {
        this.application = application;
        this.user = Objects.requireNonNull(user, "user");
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.notBefore = notBefore;
    }

    /**
     * An application.
     *
     * @param notBefore when it was registered, seconds since 1970
     * @throws IllegalArgumentException if the id is none ({@link AppTag#APPLICATION_RULE})
     */
    public static GrantedApplication of(String application, String user, Tenant tenant, long notBefore) {
        if (!AppTag.isApplication(application)) {
            throw new IllegalArgumentException("an application's id is " + AppTag.APPLICATION_RULE);
        }
        return new GrantedApplication(application, user, tenant, notBefore);
    }

    /** Its id. */
    public String application() {
        return application;
    }

    /** The user it runs as. */
    public String user() {
        return user;
    }

    /** The tenant it belongs to. */
    public Tenant tenant() {
        return tenant;
    }

    /** When it was registered, seconds since 1970. */
    public long notBefore() {
        return notBefore;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GrantedApplication && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
        return application.hashCode();
    }

    @Override
    public String toString() {
        return application + "{user=" + user + ", tenant=" + tenant + ", notBefore=" + notBefore + "}";
    }
}
