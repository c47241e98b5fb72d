package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One disk: its tenants' buckets, and the tick that divides its capacity among those who want it.
 *
 * <p>At every tick a tenant that was held back lately wants everything, any other what it lately moved;
 * weighted max-min over these gives what is due, and each bucket's allowance goes on from where it is at its new rate.
 * {@link #bucket} may be called from any thread; {@link #tick} from one controller thread.
 */
public final class VolumePacer {

    /** More tenants than this share the bucket of the default tenant: memory stays bounded, I/O is served. */
    static final int MOST_BUCKETS = 4_096;

    /** How long an unused allowance is kept, so that a thread delayed by the host's own business can catch up. */
    private static final double CREDIT_SECONDS = 0.25;

    /** Credit that everybody has: two packets. */
    private static final double CREDIT_BYTES = 128 * 1024;

    /** Debt beyond what this time pays off is forgiven, or a tenant that came with 4,096 streams would pay for hours. */
    private static final double MOST_DEBT_SECONDS = 4;

    private static final long BACKLOGGED_NANOS = 150_000_000L;
    private static final long ACTIVE_NANOS = 200_000_000L;

    private final String volume;
    private final Rate capacity;
    private final ShareAlgorithm algorithm;
    private final PacingLimits limits;
    private final Gate gate;
    private final Ticker ticker;
    private final Parker parker;
    private final Map<Tenant, TenantBucket> buckets = new ConcurrentHashMap<>();
    private final Object newcomers = new Object();
    private final Map<Tenant, BucketLoad> loads = new HashMap<>();
    private volatile List<TenantPace> paces = List.of();

    /**
     * A pacer for one disk.
     *
     * @param volume the volume's storage id
     * @param capacity what it can give; null where nobody said, and then nothing is paced, only counted
     */
    public VolumePacer(
            String volume,
            Rate capacity,
            ShareAlgorithm algorithm,
            PacingLimits limits,
            Gate gate,
            Ticker ticker,
            Parker parker) {
        this.volume = volume;
        this.capacity = capacity;
        this.algorithm = algorithm;
        this.limits = limits;
        this.gate = gate;
        this.ticker = ticker;
        this.parker = parker;
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** What the volume can give, if somebody said. */
    public Optional<Rate> capacity() {
        return Optional.ofNullable(capacity);
    }

    /** The tenant's bucket, made when first asked for; beyond {@value #MOST_BUCKETS}, the default tenant's. */
    public TenantBucket bucket(Tenant tenant) {
        TenantBucket bucket = buckets.get(tenant);
        if (bucket != null) {
            return bucket;
        }
        synchronized (newcomers) {
            // The last place is the default tenant's: a report with one tenant more would be refused whole.
            boolean room = buckets.size() < (buckets.containsKey(Tenant.DEFAULT) ? MOST_BUCKETS : MOST_BUCKETS - 1);
            return buckets.computeIfAbsent(room ? tenant : Tenant.DEFAULT, this::newBucket);
        }
    }

    private TenantBucket newBucket(Tenant tenant) {
        // Until the next tick looks at it, a newcomer may use the whole disk: at most one tick's worth.
        return new TenantBucket(
                tenant, gate, ticker, parker, limits, Allowance.of(ticker.nanos(), CREDIT_BYTES, available()));
    }

    private long available() {
        return capacity == null ? Rate.UNLIMITED.bytesPerSecond() : capacity.bytesPerSecond();
    }

    /** Divides the capacity anew, on the grant's terms. */
    public void tick(Grant grant) {
        long now = ticker.nanos();
        List<TenantBucket> present = new ArrayList<>(buckets.values());
        List<Demand> demands = new ArrayList<>(present.size());
        for (TenantBucket bucket : present) {
            BucketLoad load =
                    loads.computeIfAbsent(bucket.tenant(), tenant -> new BucketLoad(0, now - BACKLOGGED_NANOS));
            load.observe(bucket.moved(), now);
            Terms terms = grant.terms(bucket.tenant());
            demands.add(Demand.of(terms.weight(), terms.reservation(), limit(terms), wanted(bucket, load, now)));
        }
        List<Entitlement> entitlements = algorithm.divide(Rate.ofBytesPerSecond(available()), demands);
        List<TenantPace> newPaces = new ArrayList<>(present.size());
        for (int i = 0; i < present.size(); i++) {
            TenantBucket bucket = present.get(i);
            renew(bucket, entitlements.get(i), now);
            newPaces.add(new TenantPace(
                    grant.terms(bucket.tenant()),
                    entitlements.get(i),
                    Rate.ofBytesPerSecond((long) loads.get(bucket.tenant()).bytesPerSecond()),
                    bucket.moved(),
                    bucket.restedWithin(BACKLOGGED_NANOS, now),
                    bucket.resting(),
                    Duration.ofNanos(bucket.restedNanos())));
        }
        paces = List.copyOf(newPaces);
    }

    /** A limit is part of dividing a capacity: where nobody said what there is, nobody is held back. */
    private Rate limit(Terms terms) {
        return capacity == null ? Rate.UNLIMITED : terms.limit();
    }

    private static Rate wanted(TenantBucket bucket, BucketLoad load, long now) {
        if (bucket.restedWithin(BACKLOGGED_NANOS, now)) {
            return Rate.UNLIMITED;
        }
        if (!bucket.calledWithin(ACTIVE_NANOS, now)) {
            return Rate.ZERO;
        }
        // No headroom: the ceiling lets it grow up to its share before the next tick, and headroom nobody uses is
        // waste.
        return Rate.ofBytesPerSecond((long) load.bytesPerSecond());
    }

    private static void renew(TenantBucket bucket, Entitlement entitlement, long now) {
        double rate = entitlement.ceiling().bytesPerSecond();
        double moved = bucket.moved();
        double most = moved + Math.max(rate * CREDIT_SECONDS, CREDIT_BYTES);
        double least = moved - Math.max(rate * MOST_DEBT_SECONDS, CREDIT_BYTES);
        double bytes = Math.max(least, Math.min(most, bucket.allowance().bytesAt(now)));
        bucket.renew(Allowance.of(now, bytes, (long) rate));
    }

    /** How each tenant fared at the last tick. */
    public List<TenantPace> paces() {
        return paces;
    }
}
