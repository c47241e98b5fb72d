package io.hdfsthrottle.agent;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.SlotShares;
import io.hdfsthrottle.pace.Slots;
import io.hdfsthrottle.pace.VolumePacer;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps transfer threads free for newcomers: lends the host more of them while pacing holds some, and where that is not
 * enough, lets those rest less that hold more than their share. Thread-safe; its work is done by the controller's thread.
 */
final class SlotKeeper {

    /** Somebody who was held back so lately may still hold a thread for it. */
    private static final Duration LATELY = Duration.ofSeconds(10);

    private final Host host;
    private final PacingLimits limits;
    private final double mostSpare;
    private volatile Slots slots = Slots.UNKNOWN;
    private volatile int lent;
    private volatile Duration sleepLimit;
    private boolean closed;

    /** A keeper that lends no more than this part of the threads that the administrator gave. */
    SlotKeeper(Host host, PacingLimits limits, double mostSpare) {
        this.host = host;
        this.limits = limits;
        this.mostSpare = mostSpare;
        this.sleepLimit = limits.longestSleep();
    }

    /** Looks at the host, and at how many threads each tenant held at the last tick. */
    synchronized void tick(Collection<VolumePacer> pacers) {
        if (closed) {
            return;
        }
        slots = host.slots().withSpareAtMost(mostSpare);
        lent = slots.lent(pacers.stream().anyMatch(pacer -> pacer.restedWithin(LATELY)));
        host.lend(lent);
        Map<Tenant, Double> parts = SlotShares.runShort(slots) ? restParts(pacers) : Map.of();
        pacers.forEach(pacer -> pacer.limitRests(parts));
        double least = parts.values().stream().mapToDouble(part -> part).min().orElse(1);
        sleepLimit = Duration.ofNanos((long) (limits.longestSleep().toNanos() * least));
    }

    private Map<Tenant, Double> restParts(Collection<VolumePacer> pacers) {
        Map<Tenant, Integer> threads = new LinkedHashMap<>();
        Map<Tenant, Double> weights = new HashMap<>();
        for (VolumePacer pacer : pacers) {
            for (TenantActivity tenant : pacer.activity().tenants()) {
                threads.merge(tenant.terms().tenant(), tenant.threads(), Integer::sum);
                weights.put(tenant.terms().tenant(), tenant.terms().weight());
            }
        }
        double[] parts = SlotShares.restParts(
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
    Slots slots() {
        return slots;
    }

    /** How many more than its administrator gave it the host may have now. */
    int lent() {
        return lent;
    }

    /** The longest that a call of the tenant that holds most for its weight may sleep now. */
    Duration sleepLimit() {
        return sleepLimit;
    }

    /** The host goes on with what its administrator gave it, whatever a tick that still runs would lend it. */
    synchronized void close() {
        closed = true;
        host.lend(0);
    }
}
