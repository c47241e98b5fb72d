package io.hdfsthrottle.coordinator.state;

/**
 * A decision on a state: what the state is to be, and what is told to who asked.
 *
 * @param state the state after the decision; the one before it if nothing changes
 */
public record Outcome<S, R>(S state, R answer) {}
