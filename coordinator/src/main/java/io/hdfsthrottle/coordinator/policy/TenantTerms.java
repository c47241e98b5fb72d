package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One tenant's configured priority, reservation, limit and read mode.
 *
 * @param priority 1 to 100; shares are proportional to it
 * @param reservation its guaranteed rate, cluster-wide; {@link Rate#ZERO} for none
 * @param limit its maximum rate, cluster-wide; {@link Rate#UNLIMITED} for no limit
 * @param shortCircuit whether its registered applications may read past the DataNode, where HDFS's settings permit it
 */
public record TenantTerms(Tenant tenant, int priority, Rate reservation, Rate limit, ShortCircuit shortCircuit) {
    /** The tenants that every cluster has; they can be changed, not deleted. */
    static final Set<Tenant> BUILT_IN =
            Stream.concat(Stream.of(Tenant.DEFAULT), Tenant.SYSTEM.stream()).collect(Collectors.toUnmodifiableSet());

    private static final int LOWEST = 1;

    /** The highest priority. */
    public static final int HIGHEST = 100;

    /** @throws InvalidInput naming the invalid value */
    public TenantTerms {
        if (tenant.isSystem() && !BUILT_IN.contains(tenant)) {
            throw new InvalidInput(
                    "tenant",
                    tenant.name(),
                    "no name beginning with " + Tenant.SYSTEM_PREFIX + ", which belong to HDFS's own work; "
                            + Tenant.ruleFor(tenant.name().replace('.', '-')));
        }
        if (priority < LOWEST || priority > HIGHEST) {
            throw new InvalidInput(
                    "priority", priority, "a whole number from " + LOWEST + " to " + HIGHEST + ", for example 8");
        }
        if (reservation.isUnlimited()) {
            throw new InvalidInput(
                    "reservationBytesPerSecond", reservation.bytesPerSecond(), "a rate, for example 20971520");
        }
        if (limit.equals(Rate.ZERO)) {
            throw new InvalidInput("limitBytesPerSecond", 0, "a rate above 0, or null for no limit");
        }
        if (reservation.compareTo(limit) > 0) {
            throw new InvalidInput(
                    "reservationBytesPerSecond",
                    reservation.bytesPerSecond(),
                    "a rate up to the limit, " + limit.bytesPerSecond());
        }
    }

    /** Terms of a tenant whose applications read through the DataNode. */
    public TenantTerms(Tenant tenant, int priority, Rate reservation, Rate limit) {
        this(tenant, priority, reservation, limit, ShortCircuit.TCP);
    }

    public static TenantTerms of(Tenant tenant, int priority) {
        return new TenantTerms(tenant, priority, Rate.ZERO, Rate.UNLIMITED);
    }

    /** Parses a tenant's name from an untrusted source. */
    public static Tenant tenantNamed(String field, String name) {
        return Tenant.parse(name).orElseThrow(() -> new InvalidInput(field, name, Tenant.ruleFor(name)));
    }

    public boolean builtIn() {
        return BUILT_IN.contains(tenant);
    }
}
