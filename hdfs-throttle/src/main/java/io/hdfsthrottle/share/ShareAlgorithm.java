package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.List;

/** Divides a volume's capacity among its tenants. Implementations are pure: the same values in, the same values out. */
@FunctionalInterface
public interface ShareAlgorithm {

    /**
     * Divides the capacity.
     *
     * @param capacity the capacity of the volume
     * @param demands the demand of each tenant
     * @return for each demand, in the same order, the entitlement; the sum never exceeds the capacity
     */
    List<Entitlement> divide(Rate capacity, List<Demand> demands);

    /** Weighted max-min fairness within reservations and limits. */
    static ShareAlgorithm weightedMaxMin() {
        return new WeightedMaxMin();
    }
}
