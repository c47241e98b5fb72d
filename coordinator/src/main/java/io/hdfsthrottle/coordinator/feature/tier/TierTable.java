package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;
import io.hdfsthrottle.identity.Tenant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tiers of all tenants; no folder lies in another one. Immutable; a change makes a new table or is refused. */
public record TierTable(List<TenantTiers> tenants) {
    /** No tiers. */
    public static final TierTable EMPTY = new TierTable(List.of());

    /**
     * The tables as a replicated state; 100 tenants with the longest paths are less than 256 KiB. The progress of files
     * is not in it: HDFS has it.
     */
    public static final Concern<TierTable> CONCERN =
            new Concern<>("tiers", EMPTY, Snapshot.of("tiers", 1, EMPTY, TierTable.class), Unreadable.BEGINS_ANEW);

    /** Maximum number of tenants with tiers. */
    static final int MOST = 100;

    /** @throws InvalidInput naming what a later tenant's folder overlaps, or that there are too many */
    public TierTable {
        for (int i = 0; i < tenants.size(); i++) {
            TenantTiers tiers = tenants.get(i);
            if (i >= MOST) {
                throw new InvalidInput("tenant", tiers.tenant(), "one of the " + MOST + " tenants that have tiers");
            }
            tenants.subList(0, i).forEach(others -> checkApart(tiers, others));
        }
        tenants = tenants.stream()
                .sorted(Comparator.comparing(TenantTiers::tenant))
                .toList();
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

    /** The tiers of one tenant. */
    public Optional<TenantTiers> of(Tenant tenant) {
        return tenants.stream().filter(each -> each.tenant().equals(tenant)).findFirst();
    }

    /** The table with these, if no folder overlaps another tenant's, in place of their tenant's tiers. */
    public TierTable with(TenantTiers tiers) {
        return new TierTable(Stream.concat(without(tiers.tenant()).tenants.stream(), Stream.of(tiers))
                .toList());
    }

    /** The table without that tenant's tiers. */
    public TierTable without(Tenant tenant) {
        return new TierTable(
                tenants.stream().filter(each -> !each.tenant().equals(tenant)).toList());
    }
}
