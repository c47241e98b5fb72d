package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.Objects;

/** The demand of one tenant for a volume's bandwidth, and its terms. Immutable. */
public final class Demand {

    private static final double LEAST_WEIGHT = 1e-100;

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
     * @param weight 1e-100 to 1e100, far beyond any use, so that arithmetic neither under- nor overflows
     * @param reservation the rate that it gets before weights count, as far as it wants it
     * @param limit the rate that it never exceeds
     * @param wanted the rate that it would use now; {@link Rate#UNLIMITED} for a tenant that is throttled
     * @throws IllegalArgumentException if the weight is out of its range
     */
    public static Demand of(double weight, Rate reservation, Rate limit, Rate wanted) {
        if (!(weight >= LEAST_WEIGHT && weight <= 1 / LEAST_WEIGHT)) {
            throw new IllegalArgumentException("a weight is above 0 and finite, 1e-100 to 1e100, not " + weight);
        }
        return new Demand(weight, reservation, limit, wanted);
    }

    double weight() {
        return weight;
    }

    /** The most it can be given now. */
    double bound() {
        return roundedDown(Math.min(wanted.bytesPerSecond(), limit.bytesPerSecond()));
    }

    /** The least it is given if there is enough for all reservations. */
    double floor() {
        return Math.min((double) reservation.bytesPerSecond(), bound());
    }

    double limit() {
        return roundedDown(limit.bytesPerSecond());
    }

    /** The double nearest to a value that large may be above it, and a limit must not be exceeded by a byte. */
    private static double roundedDown(long bytesPerSecond) {
        double near = (double) bytesPerSecond;
        return (long) near > bytesPerSecond ? Math.nextDown(near) : near;
    }

    @Override
    public String toString() {
        return "{weight=" + weight + ", reservation=" + reservation + ", limit=" + limit + ", wanted=" + wanted + "}";
    }
}
