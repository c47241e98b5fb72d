package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One disk: its tenants' buckets, and the tick at which the law of pacing decides how far each may go.
 *
 * <p>{@link #bucket} may be called from any thread; {@link #tick} from one controller thread.
 */
public final class VolumePacer {

    /** More tenants than this share a bucket: memory stays bounded, I/O is served. */
    static final int MOST_BUCKETS = 4_096;

    /** From so many on, those that nobody uses make room. */
    static final int CROWDED = MOST_BUCKETS * 3 / 4;

    private static final long UNUSED_NANOS = 60_000_000_000L;

    /** Threads that a tick looks at in all, about: with many tenants, looks are what ticks cost. */
    private static final int MOST_LOOKS_IN_ALL = 64;

    /** If there are more tenants, each has its look less often. */
    private static final int MOST_TENANTS_IN_A_TICK = 32;

    /** What is told of many tenants costs as much as a tenth of what is decided for them, so it is told in turns too: once a second at least. */
    private static final int MOST_TICKS_BETWEEN_ACTIVITIES = 20;

    /** A disk that is busy for a smaller part of the time holds nobody back, and will not by the next tick. */
    private static final double QUIET_BELOW = 0.5;

    /** So many ticks of that, a second by default, and a volume is quiet. */
    private static final int IDLE_TICKS = 20;

    /** Ticks that one stands for while a volume is quiet: 200 ms by default, less than a disk must be busy for before anybody is paced. */
    private static final int QUIET_TICKS = 4;

    private final String volume;
    private final PaceLaw law;
    private final DiskWatch disk;
    private final PacingLimits limits;
    private final Gate gate;
    private final Ticker ticker;
    private final Parker parker;
    private final Map<Tenant, TenantLoad> loads = new ConcurrentHashMap<>();
    private final Object newcomers = new Object();
    private volatile List<TenantActivity> tenants = List.of();
    private int ticks;
    private boolean restsAreLimited;
    private volatile Optional<Rate> capacity;
    private volatile boolean released;
    private int idleTicks;

    private VolumePacer(
            String volume, PaceLaw law, DiskWatch disk, PacingLimits limits, Gate gate, Ticker ticker, Parker parker) {
        this.volume = volume;
        this.law = law;
        this.disk = disk;
        this.limits = limits;
        this.gate = gate;
        this.ticker = ticker;
        this.parker = parker;
        this.capacity = law.capacity();
    }

    /**
     * A pacer for a disk of which somebody said what it gives, and of which nothing can be seen.
     *
     * @param volume the volume's storage id
     */
    public static VolumePacer ofCapacity(
            String volume, Rate capacity, PacingLimits limits, Gate gate, Ticker ticker, Parker parker) {
        return ofCapacity(volume, capacity, DiskWatch.BLIND, limits, gate, ticker, parker);
    }

    /**
     * A pacer for a disk of which somebody said what it gives.
     *
     * @param volume the volume's storage id
     * @param disk tells who waits for it, so that what a full disk keeps a tenant from is not given to others
     */
    public static VolumePacer ofCapacity(
            String volume,
            Rate capacity,
            DiskWatch disk,
            PacingLimits limits,
            Gate gate,
            Ticker ticker,
            Parker parker) {
        return new VolumePacer(volume, new ConfiguredCapacity(capacity), disk, limits, gate, ticker, parker);
    }

    /**
     * A pacer for a disk whose work is watched; if nothing can be seen of it, nothing is paced, only counted.
     *
     * @param volume the volume's storage id
     */
    public static VolumePacer watching(
            String volume, DiskWatch disk, PacingLimits limits, Gate gate, Ticker ticker, Parker parker) {
        PaceLaw law = disk.sees() ? new SlowestLeads() : new Unpaced();
        return new VolumePacer(volume, law, disk, limits, gate, ticker, parker);
    }

    /** The volume's storage id. */
    public String volume() {
        return volume;
    }

    /** How the volume and its tenants fared at the last tick; with more than 32 that are to be looked at, at one within the last second. */
    public VolumeActivity activity() {
        return law instanceof Unpaced
                ? VolumeActivity.counted(volume, capacity, tenants)
                : VolumeActivity.paced(volume, capacity, tenants);
    }

    /** The tenant's bucket, made when first asked for; beyond {@value #MOST_BUCKETS}, the default tenant's. */
    public TenantBucket bucket(Tenant tenant) {
        return bucket(tenant, () -> Tenant.DEFAULT);
    }

    /**
     * The tenant's bucket, made when first asked for.
     *
     * @param instead whose bucket it shares if there are {@value #MOST_BUCKETS} already; if that one has none either, the default
     *     tenant's
     */
    public TenantBucket bucket(Tenant tenant, Supplier<Tenant> instead) {
        TenantLoad load = loads.get(tenant);
        return load != null ? load.bucket() : newcomer(tenant, instead).bucket();
    }

    private TenantLoad newcomer(Tenant tenant, Supplier<Tenant> instead) {
        synchronized (newcomers) {
            // The last place is the default tenant's: a report with one tenant more would be refused whole.
            if (loads.size() < (loads.containsKey(Tenant.DEFAULT) ? MOST_BUCKETS : MOST_BUCKETS - 1)) {
                return loads.computeIfAbsent(tenant, this::newLoad);
            }
        }
        TenantLoad shared = loads.get(instead.get());
        return shared != null ? shared : loads.computeIfAbsent(Tenant.DEFAULT, this::newLoad);
    }

    private TenantLoad newLoad(Tenant tenant) {
        Allowance allowance = released ? Allowance.UNLIMITED : law.newcomer(ticker.nanos());
        return new TenantLoad(new TenantBucket(tenant, gate, ticker, parker, limits, allowance));
    }

    /** The disk is gone: whoever still moves data of it is held back no longer. */
    public void release() {
        released = true;
        free();
    }

    private void free() {
        loads.values().forEach(load -> load.bucket().renew(Allowance.UNLIMITED));
    }

    /** Tenants come and go with the policy: those that nobody has used for a minute are forgotten before the places run out. */
    private void makeRoom(long now) {
        if (loads.size() < CROWDED) {
            return;
        }
        for (TenantLoad load : List.copyOf(loads.values())) {
            TenantBucket bucket = load.bucket();
            if (bucket.isUnused(UNUSED_NANOS, now)) {
                loads.remove(bucket.tenant());
                bucket.renew(Allowance.UNLIMITED); // somebody may have asked for it at this moment
            }
        }
    }

    /** Looks at every tenant and lets the law decide anew, on the grant's terms. */
    public void tick(Grant grant) {
        long now = ticker.nanos();
        makeRoom(now);
        DiskUse use = disk.look(now);
        int worthALook = tenantsWorthALook();
        int looks = Math.max(1, Math.min(Transfers.MOST_LOOKS, MOST_LOOKS_IN_ALL / worthALook));
        int turns = 1 + worthALook / MOST_TENANTS_IN_A_TICK;
        ticks++;
        List<TenantLoad> present = new ArrayList<>(loads.size());
        for (TenantLoad load : loads.values()) {
            boolean hasItsTurn = (ticks + present.size()) % turns == 0;
            load.observe(disk, use.busy(), hasItsTurn ? looks : 0, now);
            present.add(load);
        }
        List<Entitlement> entitlements = law.pace(present, grant, use, now);
        if (tenants.size() != present.size() || ticks % Math.min(turns, MOST_TICKS_BETWEEN_ACTIVITIES) == 0) {
            tenants = tenants(present, entitlements, grant);
        }
        capacity = law.capacity();
        boolean idle = use.busy() < QUIET_BELOW && law.newcomer(now).isUnlimited() && nobodyIsPaced();
        idleTicks = idle ? Math.min(idleTicks + 1, IDLE_TICKS) : 0;
        if (released) { // while this tick was under way
            free();
        }
    }

    /**
     * How long the next tick may wait. If the disk has had little to do for a while and everybody goes as fast as it can, the controller's own
     * work is all that ticks do to anybody, so there are fewer. Asked by the controller.
     *
     * @param tick how long while there is something to decide
     */
    public Duration untilNextTick(Duration tick) {
        return idleTicks == IDLE_TICKS ? tick.multipliedBy(QUIET_TICKS) : tick;
    }

    private boolean nobodyIsPaced() {
        for (TenantLoad load : loads.values()) {
            if (!load.bucket().allowance().isUnlimited()) {
                return false;
            }
        }
        return true;
    }

    private static List<TenantActivity> tenants(List<TenantLoad> loads, List<Entitlement> entitlements, Grant grant) {
        List<TenantActivity> tenants = new ArrayList<>(loads.size());
        for (int i = 0; i < loads.size(); i++) {
            TenantLoad load = loads.get(i);
            TenantBucket bucket = load.bucket();
            tenants.add(TenantActivity.of(load.terms(grant), entitlements.get(i))
                    .rate(load.rate())
                    .moved(bucket.transferred(), bucket.moved())
                    .backlogged(load.isBacklogged())
                    .threads(load.threads(), bucket.resting())
                    .waits(bucket.longestSleepNanos(), bucket.restedNanos())
                    .build());
        }
        return List.copyOf(tenants);
    }

    /** As many as the last time, and at least one. */
    private int tenantsWorthALook() {
        int worthALook = 0;
        for (TenantLoad load : loads.values()) {
            worthALook += load.isWorthALook() ? 1 : 0;
        }
        return Math.max(worthALook, 1);
    }

    /**
     * From now on, no thread of a tenant rests longer than this part of what is configured.
     *
     * @param parts 0 to 1; a tenant that is not named rests in full
     */
    public void limitRests(Map<Tenant, Double> parts) {
        if (restsAreLimited || !parts.isEmpty()) {
            loads.forEach((tenant, load) -> load.bucket().limitRests(parts.getOrDefault(tenant, 1.0)));
        }
        restsAreLimited = !parts.isEmpty();
    }

    /** Whether anybody rests here or did within that time. */
    public boolean restedWithin(Duration time) {
        long now = ticker.nanos();
        return loads.values().stream().anyMatch(load -> load.bucket().restedWithin(time.toNanos(), now));
    }

    /** Wakes whoever rests, to look at what has changed: the gate, say. */
    public void wake() {
        loads.values().forEach(load -> load.bucket().wake());
    }
}
