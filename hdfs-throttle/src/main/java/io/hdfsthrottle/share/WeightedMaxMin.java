package io.hdfsthrottle.share;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Weighted max-min fairness: one water level for all, each tenant given weight times level, but no less than its
 * reservation and no more than it wants or may have.
 *
 * <p>With equal terms and unlimited demand of every tenant this is capacity times priority over the sum of priorities
 * (Algorithm 1 of the VNode Sync paper); with less demand, what one tenant leaves goes to the others by weight
 * (Bertsekas and Gallager, Data Networks, section 6.5.2). Reservations that together exceed the capacity are cut in
 * proportion. Results are rounded down, so their sum stays within the capacity.
 */
final class WeightedMaxMin implements ShareAlgorithm {

    /** From here on a sum of doubles may be off by bytes. */
    private static final long INEXACT = 1L << 50;

    /** Slightly less than 1: rounding must not lift a sum above the capacity. */
    private static final double HAIR = 1 - 1e-12;

    @Override
    public List<Entitlement> divide(Rate capacity, List<Demand> demands) {
        double available = available(capacity.bytesPerSecond());
        Numbers numbers = new Numbers(available, demands);
        double level = level(available, numbers);
        double spare = Math.max(available - numbers.given(level), 0);
        List<Entitlement> entitlements = new ArrayList<>(demands.size());
        for (int i = 0; i < demands.size(); i++) {
            Demand demand = demands.get(i);
            double due = Math.floor(numbers.given(level, i));
            double fairly = level == Double.MAX_VALUE ? due + spare : demand.weight() * level;
            double ceiling = Math.min(Math.max(due, Math.min(fairly, available)), Math.max(demand.limit(), due));
            entitlements.add(new Entitlement(rate(due), rate(ceiling)));
        }
        return entitlements;
    }

    private static double available(long capacity) {
        return capacity < INEXACT ? capacity : (double) capacity * HAIR;
    }

    /** The water level at which all is given away; the highest there is if every tenant is satisfied before that. */
    private static double level(double available, Numbers numbers) {
        if (numbers.given(Double.MAX_VALUE) <= available) {
            return Double.MAX_VALUE;
        }
        // What is given only rises with the level, also as doubles are rounded, and doubles are ordered as their bits
        // are: so halving the range of bits ends after 63 steps at the highest level that there is enough for.
        // Following the piecewise linear function instead adds and subtracts slopes, and weights far apart cancel each
        // other out.
        long enough = 0;
        long tooMuch = Double.doubleToRawLongBits(Double.MAX_VALUE);
        while (tooMuch - enough > 1) {
            long between = (enough + tooMuch) >>> 1;
            if (numbers.given(Double.longBitsToDouble(between)) <= available) {
                enough = between;
            } else {
                tooMuch = between;
            }
        }
        return Double.longBitsToDouble(enough);
    }

    /** The demands as arrays of numbers, which all levels that are tried use. */
    private static final class Numbers {
        private final double[] weights;
        private final double[] bounds;
        private final double[] floors;

        Numbers(double available, List<Demand> demands) {
            weights = new double[demands.size()];
            bounds = new double[weights.length];
            floors = new double[weights.length];
            for (int i = 0; i < weights.length; i++) {
                weights[i] = demands.get(i).weight();
                bounds[i] = demands.get(i).bound();
                floors[i] = demands.get(i).floor();
            }
            double reserved = Arrays.stream(floors).sum();
            if (reserved > available) {
                double cut = available / reserved * HAIR;
                for (int i = 0; i < floors.length; i++) {
                    floors[i] *= cut;
                }
            }
        }

        double given(double level) {
            double given = 0;
            for (int i = 0; i < floors.length; i++) {
                given += given(level, i);
            }
            return given;
        }

        double given(double level, int tenant) {
            return Math.max(floors[tenant], Math.min(bounds[tenant], weights[tenant] * level));
        }
    }

    private static Rate rate(double bytesPerSecond) {
        return Rate.ofBytesPerSecond((long) bytesPerSecond);
    }
}
