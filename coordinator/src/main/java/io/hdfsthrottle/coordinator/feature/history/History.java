package io.hdfsthrottle.coordinator.feature.history;

import io.hdfsthrottle.identity.Tenant;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The usage history of tenants on the cluster's disks; older usage counts less. Immutable. */
public final class History {
    /** No tenant has a history. */
    public static final History NONE = new History(Map.of(), 0, OptionalLong.empty(), OptionalDouble.empty());

    private final Map<Tenant, UsageHistory> pasts;
    private final double filled;
    private final OptionalLong nanos;
    private final OptionalDouble fairness;

    /**
     * A history.
     *
     * @param filled how much of the average was seen: 0 for nothing, towards 1 after many half-lives
     * @param nanos its time, monotone; empty for one that was kept by another coordinator
     * @param fairness Jain's index, if there were tenants to compare
     */
    History(Map<Tenant, UsageHistory> pasts, double filled, OptionalLong nanos, OptionalDouble fairness) {
        this.pasts = Collections.unmodifiableMap(new TreeMap<>(pasts));
        this.filled = filled;
        this.nanos = nanos;
        this.fairness = fairness;
    }

    /** Every tenant whose history counts and is known. */
    public Map<Tenant, UsageHistory> pasts() {
        return pasts;
    }

    /** The usage history of that tenant. */
    public UsageHistory past(Tenant tenant) {
        return pasts.getOrDefault(tenant, UsageHistory.NONE);
    }

    /** The factors of weights, by tenant. */
    public Map<Tenant, Double> factors() {
        Map<Tenant, Double> factors = new TreeMap<>();
        pasts.forEach((tenant, past) -> factors.put(tenant, past.factor()));
        return factors;
    }

    /**
     * Jain's index of what tenants got for each point of priority: 1 when all got the same, 1/n when one of n got all.
     * Empty with fewer than two active tenants.
     *
     * <p>Jain, Chiu, Hawe: A Quantitative Measure of Fairness and Discrimination for Resource Allocation in Shared
     * Computer Systems, 1984.
     */
    public OptionalDouble fairness() {
        return fairness;
    }

    double filled() {
        return filled;
    }

    OptionalLong nanos() {
        return nanos;
    }
}
