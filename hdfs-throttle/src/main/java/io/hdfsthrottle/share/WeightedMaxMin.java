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

    /** From here on a sum of doubles may be off by bytes. */
    private static final long INEXACT = 1L << 50;

    /** A hair less: rounding must not lift a sum above what there is. */
    private static final double HAIR = 1 - 1e-12;

    @Override
    public List<Entitlement> divide(Rate capacity, List<Demand> demands) {
        double available = available(capacity.bytesPerSecond());
        double[] floors = floors(available, demands);
        double level = level(available, demands, floors);
        double spare = Math.max(available - given(level, demands, floors), 0);
        List<Entitlement> entitlements = new ArrayList<>(floors.length);
        for (int i = 0; i < floors.length; i++) {
            Demand demand = demands.get(i);
            double due = Math.floor(given(level, demand, floors[i]));
            double fairly = level == Double.MAX_VALUE ? due + spare : demand.weight() * level;
            double ceiling = Math.min(Math.max(due, Math.min(fairly, available)), Math.max(demand.limit(), due));
            entitlements.add(Entitlement.of(rate(due), rate(ceiling)));
        }
        return entitlements;
    }

    private static double available(long capacity) {
        return capacity < INEXACT ? capacity : (double) capacity * HAIR;
    }

    private static double[] floors(double available, List<Demand> demands) {
        double[] floors = demands.stream().mapToDouble(Demand::floor).toArray();
        double reserved = Arrays.stream(floors).sum();
        if (reserved > available) {
            double cut = available / reserved * HAIR;
            for (int i = 0; i < floors.length; i++) {
                floors[i] *= cut;
            }
        }
        return floors;
    }

    /** The water level at which all is given away; the highest there is if everybody is satisfied before that. */
    private static double level(double available, List<Demand> demands, double[] floors) {
        if (given(Double.MAX_VALUE, demands, floors) <= available) {
            return Double.MAX_VALUE;
        }
        // What is given only rises with the level, also as doubles are rounded, and doubles are ordered as their bits
        // are: so halving the range of bits ends after 63 steps at the highest level that there is enough for. Walking
        // the bends of the line instead adds and takes away slopes, and weights far apart cancel each other out.
        long enough = 0;
        long tooMuch = Double.doubleToRawLongBits(Double.MAX_VALUE);
        while (tooMuch - enough > 1) {
            long between = (enough + tooMuch) >>> 1;
            if (given(Double.longBitsToDouble(between), demands, floors) <= available) {
                enough = between;
            } else {
                tooMuch = between;
            }
        }
        return Double.longBitsToDouble(enough);
    }

    private static double given(double level, List<Demand> demands, double[] floors) {
        double given = 0;
        for (int i = 0; i < floors.length; i++) {
            given += given(level, demands.get(i), floors[i]);
        }
        return given;
    }

    private static double given(double level, Demand demand, double floor) {
        return Math.max(floor, Math.min(demand.bound(), demand.weight() * level));
    }

    private static Rate rate(double bytesPerSecond) {
        return Rate.ofBytesPerSecond((long) bytesPerSecond);
    }
}
