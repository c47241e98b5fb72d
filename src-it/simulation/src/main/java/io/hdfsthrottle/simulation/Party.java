package io.hdfsthrottle.simulation;

import io.hdfsthrottle.identity.Tenant;

/**
 * A tenant of a scenario on one volume.
 *
 * @param comesAndGoes whether it is away for a while in every {@link Scenario#CYCLE_SECONDS}
 * @param volume which of the scenario's disks, from 0; a tenant on two disks is two parties of one name
 */
record Party(Tenant tenant, double weight, Streams streams, boolean comesAndGoes, int volume) {

    static Party of(String name, double weight, Streams streams) {
        return new Party(Tenant.named(name), weight, streams, false, 0);
    }

    /** The same, away for a while again and again. */
    Party comingAndGoing() {
        return new Party(tenant, weight, streams, true, volume);
    }

    /** The same on another volume. */
    Party onVolume(int number) {
        return new Party(tenant, weight, streams, comesAndGoes, number);
    }

    /** The same with that much readahead. */
    Party readahead(int bytes) {
        return new Party(tenant, weight, streams.readahead(bytes), comesAndGoes, volume);
    }

    /** Whether it takes anything from the disk. */
    boolean usesDisk() {
        return streams.kind() != Streams.Kind.CACHED;
    }
}
