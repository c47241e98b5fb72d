package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * An application's request for a reservation, and since when it waits or is admitted.
 *
 * @param mode what happens if the capacity is insufficient
 * @param nodes the DataNodes that hold its data, by name; empty for all
 * @param waitsFor the total reservation that is queued; empty if none
 * @param since when it began to wait or was admitted, seconds since 1970; 0 if it never asked
 */
public record ReservationRequest(Mode mode, List<String> nodes, Optional<Rate> waitsFor, long since) {
    /** No request: reservations count without admission. */
    public static final ReservationRequest NONE = new ReservationRequest(Mode.IGNORE, List.of(), Optional.empty(), 0);

    /** Maximum number of nodes: they are stored with the application. */
    public static final int MOST_NODES = 64;

    /** @throws InvalidInput if a node's name is invalid, or there are too many */
    public ReservationRequest {
        nodes = List.copyOf(new TreeSet<>(nodes));
        if (nodes.size() > MOST_NODES) {
            throw new InvalidInput(
                    "nodes", nodes.size() + " nodes", "at most " + MOST_NODES + " nodes, or none for all");
        }
        nodes.forEach(NodeBook::checkNode);
    }

    /** A new request that has not been decided. */
    public static ReservationRequest of(Mode mode, List<String> nodes) {
        return new ReservationRequest(mode, nodes, Optional.empty(), 0);
    }

    /** The same request, queued for that rate since then. */
    public ReservationRequest waiting(Rate rate, long seconds) {
        return new ReservationRequest(mode, nodes, Optional.of(rate), seconds);
    }

    /** The same request, no longer queued since then. */
    public ReservationRequest settled(long seconds) {
        return new ReservationRequest(mode, nodes, Optional.empty(), seconds);
    }
}
