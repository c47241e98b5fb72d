package io.hdfsthrottle.blkio;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.unit.Rate;

/** What a tenant's group is told on one volume: pure arithmetic on what the tenant is due. Immutable. */
final class BlkioRule {

    /** No limit of a backstop's is below it: whatever is due, threads must not be held in the kernel for seconds. */
    static final Rate LEAST_BACKSTOP = Rate.ofBytesPerSecond(4L << 20);

    private static final int BACKSTOP = 2;

    private final Rate limit;
    private final boolean holds;

    private BlkioRule(Rate limit, boolean holds) {
        this.limit = limit;
        this.holds = holds;
    }

    /** The limit of a tenant of which nothing is known yet but its terms. */
    static Rate atFirst(BlkioMode mode, Terms terms) {
        if (terms.tenant().isSystem()) {
            return Rate.UNLIMITED;
        }
        return mode == BlkioMode.ENFORCE ? terms.limit() : twice(terms.limit());
    }

    /**
     * The rule for a tenant.
     *
     * @param byWeight whether the disk's scheduler keeps to weights
     */
    static BlkioRule of(BlkioMode mode, boolean byWeight, TenantActivity tenant) {
        if (tenant.terms().tenant().isSystem()) {
            // Pipeline recovery fails by its own deadline below some rate of each stream: it is never limited here.
            return new BlkioRule(Rate.UNLIMITED, mode == BlkioMode.ENFORCE && byWeight);
        }
        Rate configured = tenant.terms().limit();
        if (mode == BlkioMode.ENFORCE) {
            // Without weights the share is pacing's, so the kernel holds only where the limit is less than the share.
            boolean binds =
                    !configured.isUnlimited() && tenant.entitlement().ceiling().compareTo(configured) >= 0;
            return new BlkioRule(configured, byWeight || binds);
        }
        // A tenant that pacing does not hold back may take all there is; what it took lately says nothing of what
        // comes.
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

    /** What the tenant weighs for bfq, the heaviest at its largest weight. */
    static int weight(double weight, double heaviest) {
        long scaled = Math.round(weight / heaviest * BlkioGroup.LARGEST_WEIGHT);
        return (int) Math.max(BlkioGroup.LEAST_WEIGHT, Math.min(scaled, BlkioGroup.LARGEST_WEIGHT));
    }

    /** What its threads may read from the disk. */
    Rate limit() {
        return limit;
    }

    /** Whether the kernel holds its reads back, so that pacing must not. */
    boolean holds() {
        return holds;
    }
}
