package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The factor by which each tenant's priority is multiplied: above 0, 1 for tenants that are not named. Immutable. */
public final class Factors {
    /** All factors are 1. */
    public static final Factors NONE = new Factors(Map.of());

    /** The least factor: even with the least priority, a disk still serves such a weight within seconds. */
    public static final double LEAST = 1e-3;

    /** The largest factor. */
    public static final double LARGEST = 1e3;

    private final Map<Tenant, Double> factors;

    private Factors(Map<Tenant, Double> factors) {
        this.factors = factors;
    }

    /**
     * These factors, each brought within {@link #LEAST} and {@link #LARGEST}.
     *
     * @throws IllegalArgumentException if one is no number above 0
     */
    public static Factors of(Map<Tenant, Double> factors) {
        Map<Tenant, Double> others = new TreeMap<>();
        factors.forEach((tenant, factor) -> {
            if (!(factor > 0)) {
                throw new IllegalArgumentException("the factor of " + tenant + " is above 0, not " + factor);
            }
            if (factor != 1) {
                others.put(tenant, Math.min(Math.max(factor, LEAST), LARGEST));
            }
        });
        return others.isEmpty() ? NONE : new Factors(others);
    }

    public Factors and(Factors others) {
        Map<Tenant, Double> products = new TreeMap<>(factors);
        others.factors.forEach((tenant, factor) -> products.merge(tenant, factor, (one, other) -> one * other));
        return of(products);
    }

    public double of(Tenant tenant) {
        return factors.getOrDefault(tenant, 1.0);
    }

    /** Those that are not 1. */
    public Map<Tenant, Double> byTenant() {
        return Collections.unmodifiableMap(factors);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Factors others && others.factors.equals(factors);
    }

    @Override
    public int hashCode() {
        return factors.hashCode();
    }

    @Override
    public String toString() {
        return factors.toString();
    }
}
