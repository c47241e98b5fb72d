package io.hdfsthrottle.coordinator.balance;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The factor by which each tenant's priority is multiplied. Immutable.
 *
 * @param byTenant those that are not 1
 */
public record Factors(Map<Tenant, Double> byTenant) {
    /** All factors are 1. */
    public static final Factors NONE = new Factors(Map.of());

    /** The least factor: even with the least priority, a disk still serves such a weight within seconds. */
    public static final double LEAST = 1e-3;

    /** The largest factor. */
    public static final double LARGEST = 1e3;

    /** Brings each, a number above 0, within {@link #LEAST} and {@link #LARGEST}. */
    public Factors {
        Map<Tenant, Double> others = new TreeMap<>();
        byTenant.forEach((tenant, factor) -> {
            if (!(factor > 0)) {
                throw new IllegalArgumentException("the factor of " + tenant + " is above 0, not " + factor);
            }
            if (factor != 1) {
                others.put(tenant, Math.min(Math.max(factor, LEAST), LARGEST));
            }
        });
        byTenant = Collections.unmodifiableMap(others);
    }

    public static Factors of(Map<Tenant, Double> factors) {
        return new Factors(factors);
    }

    public Factors and(Factors others) {
        Map<Tenant, Double> products = new TreeMap<>(byTenant);
        others.byTenant.forEach((tenant, factor) -> products.merge(tenant, factor, (one, other) -> one * other));
        return of(products);
    }

    public double of(Tenant tenant) {
        return byTenant.getOrDefault(tenant, 1.0);
    }
}
