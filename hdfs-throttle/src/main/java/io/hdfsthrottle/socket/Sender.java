package io.hdfsthrottle.socket;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;

/**
 * One tenant that sends over the node's network: the bytes that it sent, and the rate of each of its connections.
 * Immutable.
 */
final class Sender {

    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final Tenant tenant;
    private final double weight;
    private final int connections;
    private final long moved;
    private final NetworkShare share;
    private final Entitlement entitlement;

    private Sender(
            Tenant tenant, double weight, int connections, long moved, NetworkShare share, Entitlement entitlement) {
        this.tenant = tenant;
        this.weight = weight;
        this.connections = connections;
        this.moved = moved;
        this.share = share;
        this.entitlement = entitlement;
    }

    /**
     * The current state of a tenant.
     *
     * @param moved the bytes that it has moved until now
     * @param before the previous state of the same tenant, null if there is none
     */
    static Sender of(Tenant tenant, double weight, int connections, long moved, Sender before, long elapsedNanos) {
        if (before == null || before.entitlement == null) {
            return new Sender(tenant, weight, connections, moved, NetworkShare.NEW, null);
        }
        Rate sent = Rate.ofBytesPerSecond((long) (Math.max(0, moved - before.moved) * NANOS / elapsedNanos));
        NetworkShare share = before.share.after(sent, before.entitlement.ceiling(), connections);
        return new Sender(tenant, weight, connections, moved, share, null);
    }

    Demand demand() {
        return share.demand(weight);
    }

    /** The same with its entitlement. */
    Sender due(Entitlement newEntitlement) {
        return new Sender(tenant, weight, connections, moved, share, newEntitlement);
    }

    Tenant tenant() {
        return tenant;
    }

    /** The rate that each of its connections may send. */
    Rate ofConnection() {
        return share.ofConnection(entitlement.ceiling(), connections);
    }
}
