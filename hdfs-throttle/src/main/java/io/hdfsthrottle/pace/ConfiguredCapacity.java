package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The law for a disk of which somebody said what it gives: that is divided, to the byte.
 *
 * <p>A tenant that was held back lately wants everything, one that waits for the disk a little more than it lately moved, any
 * other what it moved; weighted max-min over these is what is due, and each bucket's allowance goes on from where it is at its new rate.
 */
final class ConfiguredCapacity implements PaceLaw {

    /** How long an unused allowance is kept, so that a thread delayed by the host's own business can catch up. */
    private static final double CREDIT_SECONDS = 0.25;

    /** Credit that everybody has: two packets. */
    private static final double CREDIT_BYTES = 128 * 1024;

    /** Debt beyond what this time pays off, and what rests, is forgiven, or a tenant that came with 4,096 streams would pay for hours. */
    private static final double MOST_DEBT_SECONDS = 4;

    /**
     * How much more than it moved a tenant is taken to want that waits for the disk: so the others leave it room to grow, and the disk's
     * queue, in which those with most threads are served most, drains by more than the slack of the capacity.
     */
    private static final double ROOM_TO_GROW = 1.25;

    private final Rate capacity;
    private final ShareAlgorithm algorithm = ShareAlgorithm.weightedMaxMin();

    ConfiguredCapacity(Rate capacity) {
        this.capacity = capacity;
    }

    @Override
    public List<Entitlement> pace(List<TenantLoad> loads, Grant grant, DiskUse disk, long now) {
        List<Demand> demands = new ArrayList<>(loads.size());
        for (TenantLoad load : loads) {
            Terms terms = load.terms(grant);
            demands.add(Demand.of(terms.weight(), terms.reservation(), terms.limit(), wanted(load)));
        }
        List<Entitlement> entitlements = algorithm.divide(capacity, demands);
        for (int i = 0; i < loads.size(); i++) {
            renew(loads.get(i), entitlements.get(i), now);
        }
        return entitlements;
    }

    private static Rate wanted(TenantLoad load) {
        if (load.isBacklogged()) {
            return Rate.UNLIMITED;
        }
        if (load.isWaitingForDisk()) {
            return Rate.ofBytesPerSecond((long) (load.rate().bytesPerSecond() * ROOM_TO_GROW));
        }
        // No headroom: the ceiling lets it grow up to its share before the next tick, and headroom nobody uses is
        // waste.
        return load.isActive() ? load.rate() : Rate.ZERO;
    }

    private static void renew(TenantLoad load, Entitlement entitlement, long now) {
        TenantBucket bucket = load.bucket();
        double rate = (double) entitlement.ceiling().bytesPerSecond();
        double moved = (double) bucket.moved();
        double most = moved + Math.max(rate * CREDIT_SECONDS, CREDIT_BYTES);
        double least = moved - Math.max(rate * MOST_DEBT_SECONDS, CREDIT_BYTES) - load.bytesAtRest();
        double bytes = Math.max(least, Math.min(most, bucket.allowance().bytesAt(now)));
        bucket.renew(Allowance.of(now, bytes, (long) rate));
    }

    /** Until the next tick looks at it, a newcomer may use the whole disk: at most one tick's worth. */
    @Override
    public Allowance newcomer(long now) {
        return Allowance.of(now, CREDIT_BYTES, capacity.bytesPerSecond());
    }

    @Override
    public Optional<Rate> capacity() {
        return Optional.of(capacity);
    }
}
