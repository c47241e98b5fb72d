package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.identity.Tenant;
import java.util.HashMap;
import java.util.Map;

/**
 * What tenants have of all disks at a moment.
 *
 * @param tenants those of the policy that nodes report, by tenant
 * @param others all others together
 */
record Sample(Map<Tenant, Figures> tenants, Figures others) {
    static final Sample NOTHING = new Sample(Map.of(), Figures.ZERO);

    /** Copies what it is given. */
    Sample {
        tenants = Map.copyOf(tenants);
    }

    /** The same with the waits of the last seconds. */
    Sample after(Sample before) {
        Map<Tenant, Figures> smoothed = new HashMap<>();
        tenants.forEach((tenant, figures) ->
                smoothed.put(tenant, figures.smoothed(before.tenants.getOrDefault(tenant, figures))));
        return new Sample(smoothed, others.smoothed(before.others));
    }
}
