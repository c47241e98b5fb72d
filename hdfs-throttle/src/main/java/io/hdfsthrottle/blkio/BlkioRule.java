package io.hdfsthrottle.blkio;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;

/** The blkio limit of a tenant's group on one volume: pure arithmetic on the tenant's entitlement. Immutable. */
final class BlkioRule {

    /** The least limit of a backstop: whatever the entitlement, threads must not block in the kernel for seconds. */
    static final Rate LEAST_BACKSTOP = Rate.ofBytesPerSecond(4L << 20);

    private static final int BACKSTOP = 2;

    private final Rate limit;
    private final boolean holds;

    private BlkioRule(Rate limit, boolean holds) {
        this.limit = limit;
        this.holds = holds;
    }

    /** The limit of a tenant of which only the terms are known. */
    static Rate atFirst(BlkioMode mode, Terms terms) {
        if (terms.tenant().isSystem()) {
            return Rate.UNLIMITED;
        }
        return mode == BlkioMode.ENFORCE ? terms.limit() : twice(terms.limit());
    }

    /**
     * The rule for a tenant.
     *
     * @param byWeight whether the disk's scheduler honours weights
     */
    static BlkioRule of(BlkioMode mode, boolean byWeight, TenantActivity tenant) {
        if (tenant.terms().tenant().isSystem()) {
            // Pipeline recovery fails by its own deadline below some rate of each stream: it is never limited here.
            return new BlkioRule(Rate.UNLIMITED, mode == BlkioMode.ENFORCE && byWeight);
        }
        Rate configured = tenant.terms().limit();
        if (mode == BlkioMode.ENFORCE) {
            // Without weights pacing enforces the share, so the kernel throttles only where the limit is less than the
            // share.
            boolean binds =
                    !configured.isUnlimited() && tenant.entitlement().ceiling().compareTo(configured) >= 0;
            return new BlkioRule(configured, byWeight || binds);
        }
        // A tenant that pacing does not throttle may use the whole capacity; its recent rate does not predict its next.
        Rate share = tenant.backlogged() ? larger(tenant.entitlement().ceiling(), tenant.rate()) : Rate.UNLIMITED;
        return new BlkioRule(twice(share.compareTo(configured) < 0 ? share : configured), false);
    }

    private static Rate twice(Rate rate) {
        if (rate.bytesPerSecond() > Long.MAX_VALUE / BACKSTOP) {
            return Rate.UNLIMITED;
        }
        return larger(Rate.ofBytesPerSecond(BACKSTOP * rate.bytesPerSecond()), LEAST_BACKSTOP);
    }

    private static Rate larger(Rate one, Rate other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** The tenant's weight for bfq, where the heaviest tenant has the largest weight. */
    static int weight(double weight, double heaviest) {
        long scaled = Math.round(weight / heaviest * BlkioGroup.LARGEST_WEIGHT);
        return (int) Math.max(BlkioGroup.LEAST_WEIGHT, Math.min(scaled, BlkioGroup.LARGEST_WEIGHT));
    }

    /** The rate at which its threads may read from the disk. */
    Rate limit() {
        return limit;
    }

    /** Whether the kernel throttles its reads, so that pacing must not. */
    boolean holds() {
        return holds;
    }
}
