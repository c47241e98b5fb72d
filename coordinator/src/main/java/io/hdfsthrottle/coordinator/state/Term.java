package io.hdfsthrottle.coordinator.state;

/**
 * One term of one leader.
 *
 * <p>Epochs only grow, across restarts and across coordinators; agents drop what an older epoch says. The fence is what
 * makes a write of a leader that has been replaced without noticing it fail: the version that the epoch's znode has as
 * long as this term lasts.
 *
 * @param epoch the number of this term: milliseconds since 1970 when it began, or one more than the one before
 * @param fence the version of the epoch's znode during this term
 */
public record Term(long epoch, int fence) {}
