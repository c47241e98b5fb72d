package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.explain.Weight;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.identity.Tenant;
import java.util.Map;

/** A factor of weights besides the priorities. Thread-safe. */
public interface Factor {
    /** The word for it in an explanation. */
    String name();

    /** Goes on with what nodes reported last; called before each balance of the cluster, by one thread. */
    default void next(Policy policy, ClusterDemand demand, long nanos) {}

    /** The factors at that monotone time, by tenant, above 0; 1 for all others. */
    Map<Tenant, Double> factors(long nanos);

    /** Explains that of one tenant, for users. */
    String why(Tenant tenant);

    /** A number for an explanation: three digits. */
    static String digits(double value) {
        return Weight.digits(value);
    }

    /**
     * Whether a tenant with less than 1 is paid for it: then no other factor makes its weight larger, which would undo
     * what it is paid for.
     */
    default boolean isPaidFor() {
        return false;
    }
}
