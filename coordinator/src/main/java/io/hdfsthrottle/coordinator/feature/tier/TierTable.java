package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.Tenant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tiers of all tenants; no folder lies in another one. Immutable; a change makes a new table or is refused. */
public final class TierTable {
    /** No tiers. */
    public static final TierTable EMPTY = new TierTable(new TreeMap<>());

    /** Maximum number of tenants with tiers. */
    static final int MOST = 100;

    private final Map<Tenant, TenantTiers> tenants;

    private TierTable(Map<Tenant, TenantTiers> tenants) {
        this.tenants = tenants;
    }

    /** All tiers, by tenant. */
    public List<TenantTiers> tenants() {
        return List.copyOf(tenants.values());
    }

    /** The tiers of one tenant. */
    public Optional<TenantTiers> of(Tenant tenant) {
        return Optional.ofNullable(tenants.get(tenant));
    }

    /**
     * The table with these in place of their tenant's tiers.
     *
     * @throws InvalidInput if a folder overlaps another tenant's, or there are too many
     */
    public TierTable with(TenantTiers tiers) {
        Map<Tenant, TenantTiers> changed = new TreeMap<>(tenants);
        changed.put(tiers.tenant(), tiers);
        if (changed.size() > MOST) {
            throw new InvalidInput("tenant", tiers.tenant(), "one of the " + MOST + " tenants that have tiers");
        }
        for (Map.Entry<Tenant, TenantTiers> other : tenants.entrySet()) {
            if (!other.getKey().equals(tiers.tenant())) {
                checkApart(tiers, other.getValue());
            }
        }
        return new TierTable(changed);
    }

    private static void checkApart(TenantTiers tiers, TenantTiers others) {
        for (Tier own : tiers.tiers()) {
            for (Tier other : others.tiers()) {
                if (own.overlaps(other)) {
                    throw new InvalidInput(
                            own.kind().label() + ".path",
                            own.path(),
                            "a folder apart from " + other.path() + " of tenant " + others.tenant());
                }
            }
        }
    }

    /** The table without that tenant's tiers. */
    public TierTable without(Tenant tenant) {
        Map<Tenant, TenantTiers> changed = new TreeMap<>(tenants);
        changed.remove(tenant);
        return new TierTable(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TierTable table && tenants.equals(table.tenants);
    }

    @Override
    public int hashCode() {
        return tenants.hashCode();
    }

    @Override
    public String toString() {
        return tenants.values().toString();
    }
}
