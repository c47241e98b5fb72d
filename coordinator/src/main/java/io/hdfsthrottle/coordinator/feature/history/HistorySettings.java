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
    /** The shortest half-life. */
    public static final Duration SHORTEST = Duration.ofMinutes(1);

    /** The longest half-life. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** No tenant's history counts. */
    public static final HistorySettings OFF = new HistorySettings(false, Map.of(), Duration.ofHours(1), 2, 0.5);

    /** @throws IllegalArgumentException if a value is out of its range */
    public HistorySettings {
        if (halfLife.compareTo(SHORTEST) < 0 || halfLife.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a half-life is from 1m to 720h, not " + halfLife);
        }
        if (!(most >= 1 && most <= 10) || !(least >= 0.1 && least <= 1)) {
            throw new IllegalArgumentException(
                    "the most is a factor from 1 to 10 and the least one from 0.1 to 1, not " + most + " and " + least);
        }
        tenants = Map.copyOf(tenants);
    }

    /** The same for every tenant but HDFS's own work. */
    public static HistorySettings fennel() {
        return new HistorySettings(true, Map.of(), OFF.halfLife, OFF.most, OFF.least);
    }

    /** Whether that tenant's history counts. */
    public boolean appliesTo(Tenant tenant) {
        return tenants.getOrDefault(tenant, on && !tenant.isSystem());
    }

    /** Whether no tenant's history counts. */
    public boolean isOff() {
        return !on && !tenants.containsValue(true);
    }
}
