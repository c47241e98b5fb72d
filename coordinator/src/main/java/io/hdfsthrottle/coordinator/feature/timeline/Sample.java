package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.identity.Tenant;
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
}
