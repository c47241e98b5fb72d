package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The reservation that one living application holds, and the one it waits for.
 *
 * @param application its id
 * @param tenant the tenant within whose reservation it counts
 * @param priority the tenant's priority, 1 to 100
 * @param nodes the DataNodes that it is for; empty for all
 * @param held the rate it holds; {@link Rate#ZERO} for nothing
 * @param wanted the total rate it waits for, replacing the rate it holds
 * @param since when it began to wait, seconds since 1970
 * @param leaseLeft how long it lives unless it renews
 */
public record Claim(
        String application,
        Tenant tenant,
        int priority,
        List<String> nodes,
        Rate held,
        Optional<Rate> wanted,
        long since,
        Duration leaseLeft) {
    /**
     * Seconds of waiting that one step of priority is worth: a claim is never overtaken by one that arrives 100 steps
     * later.
     */
    static final long SECONDS_A_STEP = 60;

    /**
     * Queue order: by arrival, each step of priority counting as one minute earlier. The position of a claim never
     * changes, and a claim that arrives 99 minutes later is behind it whatever the priorities: no starvation.
     */
    static final Comparator<Claim> ORDER = Comparator.comparingLong(
                    (Claim claim) -> claim.since - SECONDS_A_STEP * claim.priority)
            .thenComparingLong(Claim::since)
            .thenComparing(Claim::application);

    /** The same claim as a request for what it holds, ahead of all others: tests whether that still fits. */
    public Claim confirming() {
        return new Claim(application, tenant, priority, nodes, held, Optional.of(held), 0, leaseLeft);
    }
}
