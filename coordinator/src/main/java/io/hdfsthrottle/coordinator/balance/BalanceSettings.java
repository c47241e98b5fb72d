package io.hdfsthrottle.coordinator.balance;

import java.time.Duration;

/**
 * The settings of the balancer.
 *
 * @param relearning how long a new coordinator listens before it moves a weight or a split; longer than nodes' interval
 *     of reports
 * @param expiry how long the terms of a silent node are kept before its parts of limits are redistributed; at least as
 *     long as a node applies terms without hearing from a coordinator
 */
public record BalanceSettings(Duration relearning, Duration expiry) {
    /**
     * A new coordinator goes on before it has listened for so long once it has heard all nodes but this part of them: at
     * any time some nodes of a large cluster are down. What those may have of limits is given to nobody else in any
     * case.
     */
    static final double STILL_UNHEARD = 0.05;

    /** 3 s and 15 s. */
    public static final BalanceSettings DEFAULT = new BalanceSettings(Duration.ofSeconds(3), Duration.ofSeconds(15));
}
