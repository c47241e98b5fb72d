package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/** What one tenant would use of a volume, and on what terms. Immutable. */
public final class Demand {

    private final double weight;
    private final Rate reservation;
    private final Rate limit;
    private final Rate wanted;

    private Demand(double weight, Rate reservation, Rate limit, Rate wanted) {
        this.weight = weight;
        this.reservation = Objects.requireNonNull(reservation, "reservation");
        this.limit = Objects.requireNonNull(limit, "limit");
        this.wanted = Objects.requireNonNull(wanted, "wanted");
    }

    /**
     * A demand.
     *
     * @param weight above 0
     * @param reservation what it gets before weights count, as far as it wants it
     * @param limit what it never exceeds
     * @param wanted what it would use now; {@link Rate#UNLIMITED} for a tenant that is held back
     * @throws IllegalArgumentException if the weight is not above 0 and finite
     */
    public static Demand of(double weight, Rate reservation, Rate limit, Rate wanted) {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("a weight is above 0 and finite, not " + weight);
        }
        return new Demand(weight, reservation, limit, wanted);
    }

    double weight() {
        return weight;
    }

    /** The most it can be given now. */
    double bound() {
        return (double) Math.min(wanted.bytesPerSecond(), limit.bytesPerSecond());
    }

    /** The least it is given if there is enough for all reservations. */
    double floor() {
        return Math.min((double) reservation.bytesPerSecond(), bound());
    }

    double limit() {
        return (double) limit.bytesPerSecond();
    }

    @Override
    public String toString() {
        return "{weight=" + weight + ", reservation=" + reservation + ", limit=" + limit + ", wanted=" + wanted + "}";
    }
}
