package io.hdfsthrottle.part;

import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The terms of an application and its parts within its tenant: a limit and a reservation for the whole of it, for each
 * executor or for each task, and the weights of its pools. A limit only lowers what the tenant's share gives; a
 * reservation counts within the tenant's own. Immutable.
 */
public final class PartTerms {

    /** No limit, no reservation, all pools equal. */
    public static final PartTerms NONE = new PartTerms(Level.APPLICATION, Rate.ZERO, Rate.UNLIMITED, Map.of());

    /** The largest weight of a pool; the least is 1. */
    public static final int LARGEST_WEIGHT = 100;

    /** The most pools that may have weights of their own. */
    public static final int MOST_WEIGHTS = 16;

    private final Level per;
    private final Rate reservation;
    private final Rate limit;
    private final Map<String, Integer> poolWeights;

    private PartTerms(Level per, Rate reservation, Rate limit, Map<String, Integer> poolWeights) {
        this.per = per;
        this.reservation = reservation;
        this.limit = limit;
        this.poolWeights = poolWeights;
    }

    /**
     * Terms with {@link Rate#ZERO} for no reservation and {@link Rate#UNLIMITED} for no limit, which is not 0 (that
     * would hang I/O), nor below the reservation.
     */
    public static PartTerms of(Level per, Rate reservation, Rate limit) {
        if (limit.equals(Rate.ZERO)) {
            throw new IllegalArgumentException("a limit of 0 would stop the application; for example 30m");
        }
        if (reservation.compareTo(limit) > 0) {
            throw new IllegalArgumentException("a reservation of " + reservation + " is above the limit, " + limit);
        }
        if (per == Level.POOL) {
            throw new IllegalArgumentException("a rate is for each " + Level.UNITS);
        }
        return new PartTerms(per, Objects.requireNonNull(reservation), limit, Map.of());
    }

    /**
     * The same with these weights of pools.
     *
     * @param weights by pool, as {@link PoolName} writes it
     * @throws IllegalArgumentException if one is not 1 to {@link #LARGEST_WEIGHT}, or there are more than {@link
     *     #MOST_WEIGHTS}
     */
    public PartTerms weighing(Map<String, Integer> weights) {
        if (weights.size() > MOST_WEIGHTS) {
            throw new IllegalArgumentException("at most " + MOST_WEIGHTS + " pools have weights of their own");
        }
        Map<String, Integer> named = new TreeMap<>();
        weights.forEach((pool, weight) -> {
            if (pool.isEmpty() || !pool.equals(PoolName.of(pool))) {
                throw new IllegalArgumentException("a pool with a weight is called " + PoolName.RULE + ", not " + pool);
            }
            if (weight < 1 || weight > LARGEST_WEIGHT) {
                throw new IllegalArgumentException("the weight of the pool " + pool + " is " + weight + ", not 1 to "
                        + LARGEST_WEIGHT + "; for example " + pool + "=3");
            }
            named.put(pool, weight);
        });
        return new PartTerms(per, reservation, limit, Map.copyOf(named));
    }

    /** The same with that reservation, which is not above the limit. */
    public PartTerms reserving(Rate newReservation) {
        return of(per, newReservation, limit).weighing(poolWeights);
    }

    /** The unit that limit and reservation apply to. */
    public Level per() {
        return per;
    }

    /** The rate that each gets before its siblings, within what the tenant has reserved. */
    public Rate reservation() {
        return reservation;
    }

    /** The rate that each never exceeds. */
    public Rate limit() {
        return limit;
    }

    /** The weights of pools that have another than 1. */
    public Map<String, Integer> poolWeights() {
        return poolWeights;
    }

    /** The weight of a part of that level and name. */
    public double weight(Level level, String name) {
        return level == Level.POOL ? poolWeights.getOrDefault(name, 1) : 1;
    }

    /** The limit of each part of that level; {@link Rate#UNLIMITED} for none. */
    public Rate limit(Level level) {
        return level == per ? limit : Rate.UNLIMITED;
    }

    /** The reservation of each part of that level; {@link Rate#ZERO} for none. */
    public Rate reservation(Level level) {
        return level == per ? reservation : Rate.ZERO;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof PartTerms)) {
            return false;
        }
        PartTerms terms = (PartTerms) other;
        return per == terms.per
                && reservation.equals(terms.reservation)
                && limit.equals(terms.limit)
                && poolWeights.equals(terms.poolWeights);
    }

    @Override
    public int hashCode() {
        return Objects.hash(per, reservation, limit, poolWeights);
    }

    @Override
    public String toString() {
        return "{per=" + per.label() + ", reservation=" + reservation + ", limit=" + limit + ", pools="
                + new TreeMap<>(poolWeights) + "}";
    }
}
