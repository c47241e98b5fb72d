package io.hdfsthrottle.coordinator.feature.appointment;

/**
 * The bytes that a tenant got beyond its fair share through appointments, and has not returned.
 *
 * @param until the first slice in which it expires
 */
public record Debt(double bytes, long until) {
    /** A smaller debt is ignored. */
    private static final double LEAST = 1 << 20;

    /** @throws IllegalArgumentException if the amount is negative */
    public Debt {
        if (!(bytes >= 0) || !Double.isFinite(bytes)) {
            throw new IllegalArgumentException("a debt of " + bytes + " bytes");
        }
    }

    boolean isNothing(long slice) {
        return bytes < LEAST || slice >= until;
    }
}
