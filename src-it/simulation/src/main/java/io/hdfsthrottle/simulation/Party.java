package io.hdfsthrottle.simulation;

import io.hdfsthrottle.identity.Tenant;

/**
 * A tenant of a scenario.
 *
 * @param comesAndGoes whether it is away for a while in every {@link Scenario#CYCLE_SECONDS}
 */
record Party(Tenant tenant, double weight, Streams streams, boolean comesAndGoes) {

    static Party of(String name, double weight, Streams streams) {
        return new Party(Tenant.named(name), weight, streams, false);
    }

    /** The same, away for a while again and again. */
    Party comingAndGoing() {
        return new Party(tenant, weight, streams, true);
    }
}
