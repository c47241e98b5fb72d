package io.hdfsthrottle.link;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;

/** A living registration: the application's tag and tenant, and when to renew. Immutable. */
public final class Lease {

    private final AppTag tag;
    private final Tenant tenant;
    private final Duration renewAfter;

    private Lease(AppTag tag, Tenant tenant, Duration renewAfter) {
        this.tag = tag;
        this.tenant = tenant;
        this.renewAfter = renewAfter;
    }

    /** A lease of these. */
    public static Lease of(AppTag tag, Tenant tenant, Duration renewAfter) {
        return new Lease(tag, tenant, renewAfter);
    }

    /** What the application's HDFS operations carry. */
    public AppTag tag() {
        return tag;
    }

    /** The tenant that the application belongs to. */
    public Tenant tenant() {
        return tenant;
    }

    /** How long until it is to be renewed. */
    public Duration renewAfter() {
        return renewAfter;
    }
}
