package io.hdfsthrottle.blkio;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;

/** The blkio limit of a tenant's group on one volume: twice what pacing leaves the tenant. Pure arithmetic. */
final class BlkioRule {

    /** The least limit: whatever the entitlement, threads must not block in the kernel for seconds. */
    static final Rate LEAST = Rate.ofBytesPerSecond(4L << 20);

    private static final int TWICE = 2;

    private BlkioRule() {}

    /** The limit of a tenant of which only the terms are known. */
    static Rate atFirst(Terms terms) {
        // Pipeline recovery fails by its own deadline below some rate of each stream: it is never limited here.
        return terms.tenant().isSystem() ? Rate.UNLIMITED : twice(terms.limit());
    }

    /**
     * The limit of a tenant. One that pacing does not throttle may use the whole capacity: its recent rate does not
     * predict its next.
     */
    static Rate of(TenantActivity tenant) {
        Rate atFirst = atFirst(tenant.terms());
        if (tenant.terms().tenant().isSystem() || !tenant.backlogged()) {
            return atFirst;
        }
        Rate share = twice(larger(tenant.entitlement().ceiling(), tenant.rate()));
        return share.compareTo(atFirst) < 0 ? share : atFirst;
    }

    private static Rate twice(Rate rate) {
        if (rate.bytesPerSecond() > Long.MAX_VALUE / TWICE) {
            return Rate.UNLIMITED;
        }
        return larger(Rate.ofBytesPerSecond(TWICE * rate.bytesPerSecond()), LEAST);
    }

    private static Rate larger(Rate one, Rate other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
