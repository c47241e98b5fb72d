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
 * Keeps transfer threads free for newcomers: lends the host more of them while some are held back, and where that is
 * not enough, says whose waits are to be shortened: of those that hold more than their share. Thread-safe;
 * {@link #tick} is called by the controller's thread.
 */
public final class SlotKeeper {

    /** Somebody who was held back so lately may still hold a thread for it. */
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
     * @param host says how many threads are taken; asked once a tick
     * @param lender gives the host so many threads more than its administrator did, 0 for none
     * @param longestWait the longest that one operation may be held back while there are threads enough
     * @param mostSpare the part of the threads that the administrator gave, 0 to 1: no more than that is lent
     */
    public SlotKeeper(Supplier<Slots> host, IntConsumer lender, Duration longestWait, double mostSpare) {
        this.host = host;
        this.lender = lender;
        this.longestWait = longestWait;
        this.mostSpare = mostSpare;
        this.waitLimit = longestWait;
    }

    /**
     * Looks at the host, and at how many threads each tenant held at the last tick.
     *
     * @param holdingBack whether anybody was held back within {@link #LATELY}
     * @return the part of the configured longest wait that each tenant's threads may wait from now on, 0 to 1; a tenant
     *     that is not named waits in full
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

    /** How many of the host's threads were taken at the last tick. */
    public Slots slots() {
        return slots;
    }

    /** How many more than its administrator gave it the host may have now. */
    public int lent() {
        return lent;
    }

    /**
     * The longest that one operation of the tenant that holds most for its weight may be held back now; of one that
     * does not read.
     */
    public Duration waitLimit() {
        return waitLimit;
    }

    /** The host goes on with what its administrator gave it, whatever a tick that still runs would lend it. */
    public synchronized void close() {
        closed = true;
        lender.accept(0);
    }
}
