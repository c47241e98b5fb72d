package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Map;

/**
 * Settings of the usage history: which tenants' history counts, and how much.
 *
 * @param on whether the history of tenants that are not named counts; that of HDFS's own work only if it is named
 * @param tenants the named tenants, and whether their history counts
 * @param halfLife the time after which usage counts half; 1 minute to 30 days
 * @param most the factor of tenants that used least, 1 to 10
 * @param least the factor of tenants that used most, 0.1 to 1
 */
public record HistorySettings(boolean on, Map<Tenant, Boolean> tenants, Duration halfLife, double most, double least) {
    public static final Duration SHORTEST = Duration.ofMinutes(1);

    public static final Duration LONGEST = Duration.ofDays(30);

    public static final HistorySettings OFF = new HistorySettings(false, Map.of(), Duration.ofHours(1), 2, 0.5);

    /** Copies what it is given. */
    public HistorySettings {
        tenants = Map.copyOf(tenants);
    }

    /** The defaults, but on for every tenant except HDFS's own work. */
    public static HistorySettings fennel() {
        return new HistorySettings(true, Map.of(), OFF.halfLife, OFF.most, OFF.least);
    }

    public boolean appliesTo(Tenant tenant) {
        return tenants.getOrDefault(tenant, on && !tenant.isSystem());
    }

    /** Whether no tenant's history counts. */
    public boolean isOff() {
        return !on && !tenants.containsValue(true);
    }
}
