package io.hdfsthrottle.socket;

import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.unit.Rate;

/**
 * The rate of each of one tenant's connections, so that together they send the tenant's share of the node's network.
 * Immutable; pure arithmetic.
 *
 * <p>A tenant's rate divided by its connections is too little as soon as one of them sends less: so each may send a
 * multiple of that, and the multiple follows what they send together. If that is below the share, it grows, up to all
 * of it for every connection; if it is above, it falls in proportion at once. A tenant that sends less with the largest
 * multiple wants no more, and others get the rest.
 */
final class NetworkShare {

    /** The share of a tenant that was not seen before: its rate divided by its connections, no more. */
    static final NetworkShare NEW = new NetworkShare(1, Rate.UNLIMITED);

    private static final double GROWTH = 1.25;
    private static final double ENOUGH = 0.95;
    private static final double ROOM = 1.25;

    /** A tenant that sends nothing may always begin with this rate. */
    private static final double LEAST_WANTED = 1 << 20;

    /** Two packets a second: no client considers such a connection dead. */
    private static final double LEAST_PACED = 1 << 17;

    private final double multiple;
    private final Rate wanted;

    private NetworkShare(double multiple, Rate wanted) {
        this.multiple = multiple;
        this.wanted = wanted;
    }

    /** Its assumed demand for the network, at that weight. */
    Demand demand(double weight) {
        return Demand.of(weight, Rate.ZERO, Rate.UNLIMITED, wanted);
    }

    /**
     * The share after it sent at that rate since the last division, with that entitlement and that many connections.
     */
    NetworkShare after(Rate sent, Rate due, int connections) {
        double part = sent.bytesPerSecond() / Math.max(1.0, (double) due.bytesPerSecond());
        if (part > 1) {
            return new NetworkShare(within(multiple / part, connections), Rate.UNLIMITED);
        }
        if (part >= ENOUGH) {
            return new NetworkShare(within(multiple, connections), Rate.UNLIMITED);
        }
        boolean alone = multiple >= connections;
        Rate wants = alone
                ? Rate.ofBytesPerSecond((long) Math.max(LEAST_WANTED, sent.bytesPerSecond() * ROOM))
                : Rate.UNLIMITED;
        return new NetworkShare(within(multiple * GROWTH, connections), wants);
    }

    private static double within(double multiple, int connections) {
        return Math.max(1, Math.min(multiple, connections));
    }

    /** The rate that each of its connections may send. */
    Rate ofConnection(Rate ceiling, int connections) {
        double each = ceiling.bytesPerSecond() * within(multiple, connections) / Math.max(1, connections);
        return Rate.ofBytesPerSecond((long) Math.max(LEAST_PACED, each));
    }
}
