package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Weighted max-min fairness: one water level for all, each tenant given weight times level, but no less than its
 * reservation and no more than it wants or may have.
 *
 * <p>With equal terms and everybody wanting everything this is capacity times priority over the sum of priorities
 * (Algorithm 1 of the VNode Sync paper); with less demand, what one tenant leaves goes to the others by weight (Bertsekas
 * and Gallager, Data Networks, section 6.5.2). Reservations that together exceed the capacity are cut in proportion.
 * Results are rounded down, so their sum stays within the capacity.
 */
final class WeightedMaxMin implements ShareAlgorithm {

    @Override
    public List<Entitlement> divide(Rate capacity, List<Demand> demands) {
        double available = (double) capacity.bytesPerSecond();
        double[] floors = floors(available, demands);
        double level = level(available, demands, floors);
        double spare = available;
        double[] given = new double[floors.length];
        for (int i = 0; i < floors.length; i++) {
            Demand demand = demands.get(i);
            given[i] = Math.max(floors[i], Math.min(demand.bound(), demand.weight() * level));
            spare -= given[i];
        }
        spare = Math.max(spare, 0);
        List<Entitlement> entitlements = new ArrayList<>(floors.length);
        for (int i = 0; i < floors.length; i++) {
            Demand demand = demands.get(i);
            double due = Math.floor(given[i]);
            double fairly = Double.isInfinite(level) ? due + spare : demand.weight() * level;
            double ceiling = Math.min(Math.max(due, Math.min(fairly, available)), Math.max(demand.limit(), due));
            entitlements.add(Entitlement.of(rate(due), rate(ceiling)));
        }
        return entitlements;
    }

    private static double[] floors(double available, List<Demand> demands) {
        double[] floors = demands.stream().mapToDouble(Demand::floor).toArray();
        double reserved = Arrays.stream(floors).sum();
        if (reserved > available) {
            // A hair less than in proportion: rounding must not lift the sum above what there is.
            double cut = available / reserved * (1 - 1e-12);
            for (int i = 0; i < floors.length; i++) {
                floors[i] *= cut;
            }
        }
        return floors;
    }

    /** The water level at which all is given away; infinite if everybody is satisfied before that. */
    private static double level(double available, List<Demand> demands, double[] floors) {
        // Given as a function of the level is a rising line with a bend where a tenant leaves its floor and one where
        // it reaches its bound: walk the bends upwards until the line crosses what there is.
        int count = floors.length;
        List<Bend> bends = new ArrayList<>(2 * count);
        double given = 0;
        for (int i = 0; i < count; i++) {
            Demand demand = demands.get(i);
            given += floors[i];
            if (floors[i] < demand.bound()) {
                bends.add(new Bend(floors[i] / demand.weight(), demand.weight()));
                bends.add(new Bend(demand.bound() / demand.weight(), -demand.weight()));
            }
        }
        bends.sort((one, other) -> Double.compare(one.level, other.level));
        double level = 0;
        double slope = 0;
        for (Bend bend : bends) {
            double reached = given + slope * (bend.level - level);
            if (slope > 0 && reached > available) {
                return level + Math.max(available - given, 0) / slope * (1 - 1e-12);
            }
            given = reached;
            level = bend.level;
            slope += bend.slope;
        }
        return Double.POSITIVE_INFINITY;
    }

    private static Rate rate(double bytesPerSecond) {
        return Rate.ofBytesPerSecond((long) bytesPerSecond);
    }

    /** Where the line of what is given changes its slope. */
    private static final class Bend {
        private final double level;
        private final double slope;

        Bend(double level, double slope) {
            this.level = level;
            this.slope = slope;
        }
    }
}
