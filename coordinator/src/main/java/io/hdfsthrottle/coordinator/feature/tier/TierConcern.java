package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.state.Concern;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.util.List;

/**
 * The configured tiers as a replicated state; 100 tenants with the longest paths are less than 256 KiB. The progress of
 * files is not in it: HDFS has it.
 */
public final class TierConcern {
    /** The concern. */
    public static final Concern<TierTable> TIERS = new Concern<>(
            "tiers",
            TierTable.EMPTY,
            new Snapshot<>("tiers", 1, TierTable.EMPTY, Stored.class, Stored::of, Stored::table),
            Unreadable.BEGINS_ANEW);

    private TierConcern() {}

    private record Stored(List<TenantTiers> tenants) {
        static Stored of(TierTable table) {
            return new Stored(table.tenants());
        }

        TierTable table() {
            TierTable table = TierTable.EMPTY;
            for (TenantTiers tiers : tenants) {
                table = table.with(tiers);
            }
            return table;
        }
    }
}
