package io.hdfsthrottle.coordinator.offer;

import com.google.common.math.LongMath;
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
 * @param parts how many parts of it, executors or tasks, the rate is for each of; 1 where it is for all of it
 * @param waitsFor the reservation that is queued, for each part; empty if none
 * @param since when it began to wait or was admitted, seconds since 1970; 0 if it never asked
 */
public record ReservationRequest(Mode mode, List<String> nodes, int parts, Optional<Rate> waitsFor, long since) {
    /** No request: reservations count without admission. */
    public static final ReservationRequest NONE =
            new ReservationRequest(Mode.IGNORE, List.of(), 1, Optional.empty(), 0);

    /** Maximum number of nodes: they are stored with the application. */
    public static final int MOST_NODES = 64;

    /** The most parts that count. */
    public static final int MOST_PARTS = 1_000_000;

    /** @throws InvalidInput if a node's name is invalid, or there are too many nodes or parts */
    public ReservationRequest {
        if (parts < 1 || parts > MOST_PARTS) {
            throw new InvalidInput("parts", parts, "1 to " + MOST_PARTS + " executors or tasks");
        }
        nodes = List.copyOf(new TreeSet<>(nodes));
        if (nodes.size() > MOST_NODES) {
            throw new InvalidInput(
                    "nodes", nodes.size() + " nodes", "at most " + MOST_NODES + " nodes, or none for all");
        }
        nodes.forEach(NodeBook::checkNode);
    }

    /** A new request that has not been decided. */
    public static ReservationRequest of(Mode mode, List<String> nodes) {
        return new ReservationRequest(mode, nodes, 1, Optional.empty(), 0);
    }

    /** The same request, queued for that rate since then. */
    public ReservationRequest waiting(Rate rate, long seconds) {
        return new ReservationRequest(mode, nodes, parts, Optional.of(rate), seconds);
    }

    /** The same request, no longer queued since then. */
    public ReservationRequest settled(long seconds) {
        return new ReservationRequest(mode, nodes, parts, Optional.empty(), seconds);
    }

    /** The same request for so many parts, not decided. */
    public ReservationRequest of(int newParts) {
        return new ReservationRequest(mode, nodes, newParts, Optional.empty(), 0);
    }

    /** What all parts together have or want where each has or wants that rate. */
    public Rate total(Rate each) {
        return parts == 1 ? each : Rate.ofBytesPerSecond(LongMath.saturatedMultiply(each.bytesPerSecond(), parts));
    }
}
