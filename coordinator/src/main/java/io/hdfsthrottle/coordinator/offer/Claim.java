package io.hdfsthrottle.coordinator.offer;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one living application has reserved, and what it waits for.
 *
 * @param application its id
 * @param tenant within whose reservation it counts
 * @param priority the tenant's, 1 to 100
 * @param nodes the DataNodes that it is for; none for all
 * @param held what it has; {@link Rate#ZERO} for nothing
 * @param wanted what it waits for in all, in place of what it has
 * @param since when it began to wait, seconds since 1970
 * @param leaseLeft how long it lives without renewing
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
    /** So many seconds of waiting a step of priority is worth: nobody is overtaken by who comes 100 steps later. */
    static final long SECONDS_A_STEP = 60;

    /**
     * The order of those that wait: by arrival, each step of priority counting like a minute earlier. The place of a claim never changes, and who arrives 99
     * minutes later is behind it whatever the priorities: so nobody starves.
     */
    static final Comparator<Claim> ORDER = Comparator.comparingLong(
                    (Claim claim) -> claim.since - SECONDS_A_STEP * claim.priority)
            .thenComparingLong(Claim::since)
            .thenComparing(Claim::application);

    /** The same, as if it asked for what it has, before everybody else: whether that is still there. */
    public Claim confirming() {
        return new Claim(application, tenant, priority, nodes, held, Optional.of(held), 0, leaseLeft);
    }
}
