package io.hdfsthrottle.grant;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/**
 * The terms that the coordinator grants one tenant on a node: a weight, a reservation and a limit, not a rate.
 *
 * <p>The node turns terms into rates from the demand it sees ({@code io.hdfsthrottle.share}). Immutable.
 */
public final class Terms {

    /** The least weight. */
    public static final double LEAST_WEIGHT = 1e-6;

    /** The largest weight. */
    public static final double LARGEST_WEIGHT = 1e6;

    private final Tenant tenant;
    private final double weight;
    private final Rate reservation;
    private final Rate limit;
    private final ShortCircuit shortCircuit;

    private Terms(Tenant tenant, double weight, Rate reservation, Rate limit, ShortCircuit shortCircuit) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.weight = weight;
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        this.limit = Objects.requireNonNull(limit, "limit");
        this.shortCircuit = Objects.requireNonNull(shortCircuit, "shortCircuit");
    }

    /**
     * Terms with a weight from {@link #LEAST_WEIGHT} to {@link #LARGEST_WEIGHT}, and a limit that is not 0 (which would
     * hang I/O: a tenant is never stopped), nor below the reservation.
     */
    public static Terms of(Tenant tenant, double weight, Rate reservation, Rate limit) {
        if (!(weight >= LEAST_WEIGHT && weight <= LARGEST_WEIGHT)) {
            throw new IllegalArgumentException("the weight of " + tenant + " is " + weight + ", not from 1e-6 to 1e6");
        }
        if (limit.equals(Rate.ZERO)) {
            throw new IllegalArgumentException("the limit of " + tenant + " is 0, which would stop its I/O");
        }
        if (reservation.compareTo(limit) > 0) {
            throw new IllegalArgumentException(
                    "the reservation of " + tenant + ", " + reservation + ", is above its limit, " + limit);
        }
        return new Terms(tenant, weight, reservation, limit, ShortCircuit.TCP);
    }

    /** A share by weight alone, nothing guaranteed and nothing limited. */
    public static Terms ofWeight(Tenant tenant, double weight) {
        return of(tenant, weight, Rate.ZERO, Rate.UNLIMITED);
    }

    /** The same with that short-circuit mode of the tenant's clients; {@link ShortCircuit#TCP} by default. */
    public Terms reading(ShortCircuit newShortCircuit) {
        return new Terms(tenant, weight, reservation, limit, newShortCircuit);
    }

    /** The same with its weight multiplied, as far as there are such weights. */
    public Terms times(double factor) {
        double product = Math.min(LARGEST_WEIGHT, Math.max(LEAST_WEIGHT, weight * factor));
        return factor == 1 ? this : new Terms(tenant, product, reservation, limit, shortCircuit);
    }

    /** The tenant that they are for. */
    public Tenant tenant() {
        return tenant;
    }

    /** The tenant's weight on this node; above 0. */
    public double weight() {
        return weight;
    }

    /** The rate that it gets before weights count, if it wants it. */
    public Rate reservation() {
        return reservation;
    }

    /** The rate that it never exceeds. */
    public Rate limit() {
        return limit;
    }

    /** The short-circuit mode of its clients: set by the policy, not by terms of a disk. No node enforces it. */
    public ShortCircuit shortCircuit() {
        return shortCircuit;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Terms
                && ((Terms) other).weight == weight
                && ((Terms) other).shortCircuit == shortCircuit
                && ((Terms) other).tenant.equals(tenant)
                && ((Terms) other).reservation.equals(reservation)
                && ((Terms) other).limit.equals(limit);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tenant, weight, reservation, limit, shortCircuit);
    }

    @Override
    public String toString() {
        return tenant + "{weight=" + weight + ", reservation=" + reservation + ", limit=" + limit + "}";
    }
}
