package io.hdfsthrottle.coordinator.offer;

import java.time.Duration;
import java.util.Optional;

/** What is decided of a reservation that is asked for. */
public sealed interface Decision {
    /** What there is room for, for this application, what it asks for included. */
    Room room();

    /** There is room, and nobody is before it who needs that. */
    record Admitted(Room room) implements Decision {}

    /**
     * There is no room now.
     *
     * @param room what there is room for
     * @param ahead how many others wait and come first
     * @param earliest when leases will have ended that hold what it needs, if nobody renews them; nothing if that would not be enough
     */
    record NotNow(Room room, int ahead, Optional<Duration> earliest) implements Decision {}
}
