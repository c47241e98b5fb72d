package io.hdfsthrottle.coordinator.slot;

/**
 * What a tenant got beyond its fair share for its appointments, and has not returned.
 *
 * @param bytes how much
 * @param until the first slice in which it is forgotten
 */
record Debt(double bytes, long until) {
    /** Less is nothing. */
    private static final double LEAST = 1 << 20;

    boolean isNothing(long slice) {
        return bytes < LEAST || slice >= until;
    }
}
