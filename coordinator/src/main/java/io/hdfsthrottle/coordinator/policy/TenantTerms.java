package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people decided about one tenant.
 *
 * @param tenant whom it is about
 * @param priority 1 to 100; shares are proportional to it
 * @param reservation what it gets at least, cluster-wide; {@link Rate#ZERO} for nothing
 * @param limit what it gets at most, cluster-wide; {@link Rate#UNLIMITED} for no limit
 * @param shortCircuit whether its registered applications may read past the DataNode, where HDFS's settings say so
 */
public record TenantTerms(Tenant tenant, int priority, Rate reservation, Rate limit, ShortCircuit shortCircuit) {
    /** The tenants that every cluster has; they can be changed, not deleted. */
    static final Set<Tenant> BUILT_IN =
            Stream.concat(Stream.of(Tenant.DEFAULT), Tenant.SYSTEM.stream()).collect(Collectors.toUnmodifiableSet());

    private static final int LOWEST = 1;
    private static final int HIGHEST = 100;

    /** @throws InvalidInput naming what cannot be */
    public TenantTerms {
        if (tenant.isSystem() && !BUILT_IN.contains(tenant)) {
            throw new InvalidInput(
                    "tenant",
                    tenant.name(),
                    Tenant.NAME_RULE + "; names beginning with " + Tenant.SYSTEM_PREFIX + " belong to HDFS's own work");
        }
        if (priority < LOWEST || priority > HIGHEST) {
            throw new InvalidInput("priority", priority, "a whole number from " + LOWEST + " to " + HIGHEST);
        }
        if (reservation.isUnlimited()) {
            throw new InvalidInput("reservation", reservation, "a rate, for example 20m");
        }
        if (limit.equals(Rate.ZERO)) {
            throw new InvalidInput("limit", limit, "a rate above 0, for example 100m, or null for no limit");
        }
        if (reservation.compareTo(limit) > 0) {
            throw new InvalidInput("reservation", reservation, "a rate up to the limit, " + limit);
        }
    }

    /** Terms of a tenant whose applications read through the DataNode. */
    public TenantTerms(Tenant tenant, int priority, Rate reservation, Rate limit) {
        this(tenant, priority, reservation, limit, ShortCircuit.TCP);
    }

    /** Terms with a priority and nothing else. */
    public static TenantTerms of(Tenant tenant, int priority) {
        return new TenantTerms(tenant, priority, Rate.ZERO, Rate.UNLIMITED);
    }

    /** Reads a tenant's name that came from outside. */
    public static Tenant tenantNamed(String field, String name) {
        return Tenant.parse(name).orElseThrow(() -> new InvalidInput(field, name, Tenant.NAME_RULE));
    }

    /** Whether every cluster has this tenant. */
    public boolean builtIn() {
        return BUILT_IN.contains(tenant);
    }
}
