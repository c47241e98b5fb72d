package io.hdfsthrottle.coordinator.feature.history;

import com.google.common.collect.Maps;
import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The usage history of tenants on the cluster's disks; older usage counts less. Immutable.
 *
 * @param pasts every tenant whose history counts and is known
 * @param filled how much of the average was seen: 0 for nothing, towards 1 after many half-lives
 * @param nanos its time, monotone; empty for one that was kept by another coordinator
 * @param fairness Jain's index of what tenants got for each point of priority: 1 when all got the same, 1/n when one of
 *     n got all; empty with fewer than two active tenants. Jain, Chiu, Hawe: A Quantitative Measure of Fairness and
 *     Discrimination for Resource Allocation in Shared Computer Systems, 1984.
 */
public record History(Map<Tenant, UsageHistory> pasts, double filled, OptionalLong nanos, OptionalDouble fairness) {
    /** No tenant has a history. */
    public static final History NONE = new History(Map.of(), 0, OptionalLong.empty(), OptionalDouble.empty());

    public History {
        pasts = Collections.unmodifiableMap(new TreeMap<>(pasts));
    }

    public UsageHistory past(Tenant tenant) {
        return pasts.getOrDefault(tenant, UsageHistory.NONE);
    }

    public Map<Tenant, Double> factors() {
        return Maps.transformValues(pasts, UsageHistory::factor);
    }
}
