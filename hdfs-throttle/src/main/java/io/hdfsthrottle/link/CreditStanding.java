package io.hdfsthrottle.link;

import io.hdfsthrottle.identity.Tenant;
import java.time.Duration;
import java.util.Objects;

/** A tenant's credits, and whether it yields or has high priority. Immutable. */
public final class CreditStanding {

    private final Tenant tenant;
    private final double credits;
    private final Duration yields;
    private final Duration boosts;

    /** A standing of these. */
    CreditStanding(Tenant tenant, double credits, Duration yields, Duration boosts) {
        this.tenant = Objects.requireNonNull(tenant, "tenant");
        this.credits = credits;
        this.yields = yields;
        this.boosts = boosts;
    }

    /** Whose it is. */
    public Tenant tenant() {
        return tenant;
    }

    /** Its credits, 0 or more; by default a second of high priority costs 25. */
    public double credits() {
        return credits;
    }

    /** How long it still yields; zero for not at all. */
    public Duration yields() {
        return yields;
    }

    /** How long it still has high priority; zero for not at all. */
    public Duration boosts() {
        return boosts;
    }

    @Override
    public String toString() {
        return tenant + " has " + credits + " credits, yields for " + yields.toSeconds()
                + " s and has high priority for " + boosts.toSeconds() + " s";
    }
}
