package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.offer.Decision;

/**
 * Thrown when there is no room for the reservation that an application asks for and it does not want to wait; the
 * message says what there is room for.
 */
public final class InsufficientCapacity extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Decision.NotNow decision;

    InsufficientCapacity(String why, Decision.NotNow decision) {
        super(why);
        this.decision = decision;
    }

    /** The decision. */
    public Decision.NotNow decision() {
        return decision;
    }
}
