package io.hdfsthrottle.coordinator.offer;

import java.time.Duration;
import java.util.Optional;

/** Outcome of admission for a requested reservation. */
public sealed interface Decision {
    /** The room for this application's reservation, including what it asks for. */
    Headroom room();

    /** The reservation fits, and no claim ahead of it needs that room. */
    record Admitted(Headroom room) implements Decision {}

    /**
     * The reservation does not fit now.
     *
     * @param room the room there is
     * @param ahead the number of claims queued ahead
     * @param earliest when leases that hold the room it needs will have ended, if none is renewed; empty if that would
     *     not suffice
     */
    record NotNow(Headroom room, int ahead, Optional<Duration> earliest) implements Decision {}
}
