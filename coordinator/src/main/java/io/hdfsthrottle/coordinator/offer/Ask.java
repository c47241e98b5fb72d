package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * How an application asks for its reservation, and since when it waits for it or has it.
 *
 * @param mode what becomes of it where there is no room
 * @param nodes the DataNodes that hold its data, by name; none for all that there are
 * @param waitsFor the reservation that waits for room, in all; nothing if none does
 * @param since when it began to wait or was admitted, seconds since 1970; 0 if it never asked
 */
public record Ask(Mode mode, List<String> nodes, Optional<Rate> waitsFor, long since) {
    /** Nothing is asked for, and what there is counts as it is. */
    public static final Ask NONE = new Ask(Mode.IGNORE, List.of(), Optional.empty(), 0);

    /** So many nodes may be named: they are kept with the application. */
    public static final int MOST_NODES = 64;

    /** @throws InvalidInput if a node's name is none, or there are too many */
    public Ask {
        nodes = List.copyOf(new TreeSet<>(nodes));
        if (nodes.size() > MOST_NODES) {
            throw new InvalidInput(
                    "nodes", nodes.size() + " nodes", "at most " + MOST_NODES + " nodes, or none for all");
        }
        nodes.forEach(NodeBook::checkNode);
    }

    /** A new one, for which nothing was decided. */
    public static Ask of(Mode mode, List<String> nodes) {
        return new Ask(mode, nodes, Optional.empty(), 0);
    }

    /** The same, waiting for that since then. */
    public Ask waiting(Rate rate, long seconds) {
        return new Ask(mode, nodes, Optional.of(rate), seconds);
    }

    /** The same, waiting for nothing since then. */
    public Ask settled(long seconds) {
        return new Ask(mode, nodes, Optional.empty(), seconds);
    }
}
