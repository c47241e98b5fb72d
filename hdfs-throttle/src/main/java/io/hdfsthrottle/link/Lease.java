package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;

/**
 * A living registration: the application's tag and tenant, when to renew, and the secret that proves its ownership.
 * Immutable.
 */
public final class Lease {

    private final AppTag tag;
    private final Tenant tenant;
    private final long notBefore;
    private final String secret;
    private final Duration renewAfter;
    private final ShortCircuit shortCircuit;
    private final String remark;

    private Lease(
            AppTag tag,
            Tenant tenant,
            long notBefore,
            String secret,
            Duration renewAfter,
            ShortCircuit shortCircuit,
            String remark) {
        this.remark = remark;
        this.tag = tag;
        this.tenant = tenant;
        this.notBefore = notBefore;
        this.secret = secret;
        this.renewAfter = renewAfter;
        this.shortCircuit = shortCircuit;
    }

    /**
     * A lease without short-circuit reads.
     *
     * @param notBefore when the application registered first, seconds since 1970
     * @param secret the secret that only its registrant receives
     */
    public static Lease of(AppTag tag, Tenant tenant, long notBefore, String secret, Duration renewAfter) {
        return new Lease(tag, tenant, notBefore, secret, renewAfter, ShortCircuit.TCP, "");
    }

    /** The same with a remark of the coordinator for users. */
    public Lease remarking(String newRemark) {
        return new Lease(tag, tenant, notBefore, secret, renewAfter, shortCircuit, newRemark);
    }

    /** The coordinator's remark for users, such as that its reservation waits for room; empty for none. */
    public String remark() {
        return remark;
    }

    /** The same with that short-circuit mode of the tenant; {@link ShortCircuit#TCP} by default. */
    public Lease reading(ShortCircuit newShortCircuit) {
        return new Lease(tag, tenant, notBefore, secret, renewAfter, newShortCircuit, remark);
    }

    /** The tenant's short-circuit mode. */
    public ShortCircuit shortCircuit() {
        return shortCircuit;
    }

    /** The tag that the application's HDFS operations carry. */
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

    long notBefore() {
        return notBefore;
    }

    String secret() {
        return secret;
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "Lease{tag=" + tag + ", tenant=" + tenant + "}";
    }
}
