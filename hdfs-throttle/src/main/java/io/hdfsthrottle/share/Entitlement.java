package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/**
 * One tenant's share of a volume's bandwidth, and the rate that it may reach if it wants more before shares are
 * computed again. Immutable.
 */
public final class Entitlement {

    private final Rate due;
    private final Rate ceiling;

    /** @param ceiling the rate that it may reach, at least that */
    public Entitlement(Rate due, Rate ceiling) {
        this.due = Objects.requireNonNull(due, "due");
        this.ceiling = Objects.requireNonNull(ceiling, "ceiling");
    }

    /** Its share of the capacity. Over all tenants these never exceed the capacity. */
    public Rate due() {
        return due;
    }

    /**
     * At least {@link #due}: the tenant's weight times the water level that the others' demands leave now, within its
     * limit and the capacity. A tenant that becomes active between two ticks uses this, so that it need not wait for a
     * tick to get its share back. If it uses this, the level falls at the next tick: so this can be more than it will
     * then be due.
     */
    public Rate ceiling() {
        return ceiling;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Entitlement
                && ((Entitlement) other).due.equals(due)
                && ((Entitlement) other).ceiling.equals(ceiling);
    }

    @Override
    public int hashCode() {
        return Objects.hash(due, ceiling);
    }

    @Override
    public String toString() {
        return "{due=" + due + ", ceiling=" + ceiling + "}";
    }
}
