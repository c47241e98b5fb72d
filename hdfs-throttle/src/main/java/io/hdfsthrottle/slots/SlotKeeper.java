package io.hdfsthrottle.slots;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Keeps transfer threads free for new clients: lends the host more of them while some are throttled, and where that is
 * not enough, shortens the waits of tenants that hold more than their share. Thread-safe; {@link #tick} is called by
 * the controller's thread.
 */
public final class SlotKeeper {

    /** A tenant that was throttled within this time may still hold a thread for it. */
    public static final Duration LATELY = Duration.ofSeconds(10);

    private final Supplier<Slots> host;
    private final IntConsumer lender;
    private final Duration longestWait;
    private final double mostSpare;
    private volatile Slots slots = Slots.UNKNOWN;
    private volatile int lent;
    private volatile Duration waitLimit;
    private boolean closed;

    /**
     * A keeper that has lent nothing yet.
     *
     * @param host reports how many threads are in use; called once per tick
     * @param lender sets how many threads the host has beyond its administrator's limit, 0 for none
     * @param longestWait the longest that one operation may be delayed while there are threads enough
     * @param mostSpare the most that is lent, as a part of the administrator's limit, 0 to 1
     */
    public SlotKeeper(Supplier<Slots> host, IntConsumer lender, Duration longestWait, double mostSpare) {
        this.host = host;
        this.lender = lender;
        this.longestWait = longestWait;
        this.mostSpare = mostSpare;
        this.waitLimit = longestWait;
    }

    /**
     * Evaluates the host's threads, and how many each tenant held at the last tick.
     *
     * @param holdingBack whether any tenant was throttled within {@link #LATELY}
     * @return the part of the configured longest wait that each tenant's threads may wait from now on, 0 to 1; a tenant
     *     that is not named has the full wait
     */
    public synchronized Map<Tenant, Double> tick(Collection<VolumeActivity> volumes, boolean holdingBack) {
        if (closed) {
            return Map.of();
        }
        slots = host.get().withSpareAtMost(mostSpare);
        lent = slots.lent(holdingBack);
        lender.accept(lent);
        Map<Tenant, Double> parts = SlotShares.runShort(slots) ? waitParts(volumes) : Map.of();
        double least = parts.values().stream().mapToDouble(part -> part).min().orElse(1);
        waitLimit = Duration.ofNanos((long) (longestWait.toNanos() * least));
        return parts;
    }

    private Map<Tenant, Double> waitParts(Collection<VolumeActivity> volumes) {
        Map<Tenant, Integer> threads = new LinkedHashMap<>();
        Map<Tenant, Double> weights = new HashMap<>();
        for (VolumeActivity volume : volumes) {
            for (TenantActivity tenant : volume.tenants()) {
                threads.merge(tenant.terms().tenant(), tenant.threads(), Integer::sum);
                weights.put(tenant.terms().tenant(), tenant.terms().weight());
            }
        }
        double[] parts = SlotShares.waitParts(
                slots,
                threads.keySet().stream().mapToDouble(weights::get).toArray(),
                threads.values().stream().mapToInt(Integer::intValue).toArray());
        Map<Tenant, Double> byTenant = new HashMap<>();
        int next = 0;
        for (Tenant tenant : threads.keySet()) {
            byTenant.put(tenant, parts[next++]);
        }
        return byTenant;
    }

    /** The host's threads in use at the last tick. */
    public Slots slots() {
        return slots;
    }

    /** How many threads the host may have now beyond its administrator's limit. */
    public int lent() {
        return lent;
    }

    /**
     * The longest that one operation, other than a read, of the tenant that holds most for its weight may be delayed
     * now.
     */
    public Duration waitLimit() {
        return waitLimit;
    }

    /** Returns the host to its administrator's limit, whatever a tick that still runs would lend it. */
    public synchronized void close() {
        closed = true;
        lender.accept(0);
    }
}
