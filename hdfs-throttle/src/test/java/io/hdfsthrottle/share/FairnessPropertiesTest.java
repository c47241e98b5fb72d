package io.hdfsthrottle.share;

import static io.hdfsthrottle.fakes.Seeds.seeded;

import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Invariants of every division: checked on random ones, including extreme values. */
final class FairnessPropertiesTest {

    private static final int CASES = 100_000;
    private static final ShareAlgorithm ALGORITHM = ShareAlgorithm.weightedMaxMin();

    @Test
    void everyDivision_isWithinBoundsAndWastesNothingAndIsMaxMinFair() {
        seeded(CASES, random -> {
            Case drawn = Case.drawn(random);
            List<Entitlement> entitlements = ALGORITHM.divide(drawn.capacity, drawn.demands);
            if (entitlements.size() != drawn.demands.size()) {
                throw drawn.wrong("an entitlement for each", entitlements);
            }
            staysWithinBounds(drawn, entitlements);
            wastesNothing(drawn, entitlements);
            honoursReservations(drawn, entitlements);
            isMaxMinFair(drawn, entitlements);
        });
    }

    private static void staysWithinBounds(Case drawn, List<Entitlement> entitlements) {
        long left = drawn.capacity.bytesPerSecond();
        for (int i = 0; i < entitlements.size(); i++) {
            long due = entitlements.get(i).due().bytesPerSecond();
            long ceiling = entitlements.get(i).ceiling().bytesPerSecond();
            left -= due;
            if (left < 0) {
                throw drawn.wrong("the sum is within the capacity", entitlements);
            }
            if (due > ceiling) {
                throw drawn.wrong("due is within the ceiling", entitlements);
            }
            if (due > drawn.bounds[i]) {
                throw drawn.wrong("nobody gets more than it wants or may have", entitlements);
            }
            if (ceiling > drawn.limits[i] || ceiling > drawn.capacity.bytesPerSecond()) {
                throw drawn.wrong("the ceiling is within limit and capacity", entitlements);
            }
        }
    }

    private static void wastesNothing(Case drawn, List<Entitlement> entitlements) {
        double given = 0;
        double wanted = 0;
        for (int i = 0; i < entitlements.size(); i++) {
            given += (double) entitlements.get(i).due().bytesPerSecond();
            wanted += (double) drawn.bounds[i];
        }
        if (given < Math.min((double) drawn.capacity.bytesPerSecond(), wanted) - drawn.rounding()) {
            throw drawn.wrong("all is given away that is wanted", entitlements);
        }
    }

    private static void honoursReservations(Case drawn, List<Entitlement> entitlements) {
        double floors = drawn.floors();
        double cut = Math.min(1, (double) drawn.capacity.bytesPerSecond() / floors);
        for (int i = 0; i < entitlements.size(); i++) {
            double due = (double) entitlements.get(i).due().bytesPerSecond();
            if (due < (double) drawn.reserved(i) * cut - drawn.rounding()) {
                throw drawn.wrong("reservations hold, or are cut alike", entitlements);
            }
        }
    }

    /** No tenant could have more without taking from one that has less for its weight, or only its reservation. */
    private static void isMaxMinFair(Case drawn, List<Entitlement> entitlements) {
        double slack = drawn.rounding();
        double leastLevel = Double.POSITIVE_INFINITY;
        for (int i = 0; i < entitlements.size(); i++) {
            double due = (double) entitlements.get(i).due().bytesPerSecond();
            if (due + slack < (double) drawn.bounds[i]) {
                leastLevel = Math.min(leastLevel, (due + slack) / drawn.weights[i]);
            }
        }
        for (int i = 0; i < entitlements.size(); i++) {
            double due = (double) entitlements.get(i).due().bytesPerSecond();
            boolean aboveReservation = due - slack > (double) drawn.reserved(i);
            if (aboveReservation && (due - slack) / drawn.weights[i] > leastLevel * (1 + 1e-9)) {
                throw drawn.wrong("nobody has more for its weight than one who wants more", entitlements);
            }
        }
    }

    @Test
    void weights_countOnlyInProportion() {
        seeded(CASES, random -> {
            Case drawn = Case.drawn(random);
            Case scaled = drawn.withWeightsTimes(Math.scalb(1.0, random.nextInt(-30, 30)));
            List<Entitlement> entitlements = ALGORITHM.divide(scaled.capacity, scaled.demands);
            if (!entitlements.equals(ALGORITHM.divide(drawn.capacity, drawn.demands))) {
                throw drawn.wrong("weights count only in proportion", entitlements);
            }
        });
    }

    @Test
    void equalTerms_areAlgorithmOne() {
        seeded(CASES, random -> {
            long capacity = random.nextLong(1, 1L << 40);
            int[] priorities = random.ints(random.nextInt(1, 20), 1, 101).toArray();
            long sum = 0;
            List<Demand> demands = new ArrayList<>();
            for (int priority : priorities) {
                sum += priority;
                demands.add(Demand.of(priority, Rate.ZERO, Rate.UNLIMITED, Rate.UNLIMITED));
            }
            List<Entitlement> entitlements = ALGORITHM.divide(Rate.ofBytesPerSecond(capacity), demands);
            for (int i = 0; i < priorities.length; i++) {
                double due = (double) entitlements.get(i).due().bytesPerSecond();
                double priority = (double) capacity * priorities[i] / sum;
                if (due < priority - 1.01 || due > priority + 0.01) {
                    throw new AssertionError(due + " is not " + priority + " of " + capacity + " among " + demands);
                }
            }
        });
    }

    @Test
    void orderOfTenants_doesNotMatter() {
        seeded(CASES, random -> {
            Case drawn = Case.drawn(random);
            List<Demand> reversed = new ArrayList<>();
            drawn.demands.forEach(demand -> reversed.add(0, demand));
            List<Entitlement> forwards = ALGORITHM.divide(drawn.capacity, drawn.demands);
            List<Entitlement> backwards = ALGORITHM.divide(drawn.capacity, reversed);
            for (int i = 0; i < forwards.size(); i++) {
                double here = (double) forwards.get(i).due().bytesPerSecond();
                double there =
                        (double) backwards.get(forwards.size() - 1 - i).due().bytesPerSecond();
                if (Math.abs(here - there) > drawn.rounding()) {
                    throw drawn.wrong("order does not matter; backwards " + backwards, forwards);
                }
            }
        });
    }

    /** One random division. */
    private static final class Case {
        private final Rate capacity;
        private final double[] weights;
        private final long[] reservations;
        private final long[] limits;
        private final long[] bounds;
        private final List<Demand> demands = new ArrayList<>();

        private Case(Rate capacity, double[] weights, long[] reservations, long[] limits, long[] wanted) {
            this.capacity = capacity;
            this.weights = weights;
            this.reservations = reservations;
            this.limits = limits;
            this.bounds = new long[weights.length];
            for (int i = 0; i < weights.length; i++) {
                bounds[i] = Math.min(limits[i], wanted[i]);
                demands.add(Demand.of(
                        weights[i],
                        Rate.ofBytesPerSecond(reservations[i]),
                        Rate.ofBytesPerSecond(limits[i]),
                        Rate.ofBytesPerSecond(wanted[i])));
            }
        }

        static Case drawn(SplittableRandom random) {
            int tenants = random.nextInt(1, 9);
            boolean extreme = random.nextInt(4) == 0;
            double[] weights = new double[tenants];
            long[] reservations = new long[tenants];
            long[] limits = new long[tenants];
            long[] wanted = new long[tenants];
            for (int i = 0; i < tenants; i++) {
                weights[i] = extreme
                        ? Math.scalb(1 + random.nextDouble(), random.nextInt(-300, 300))
                        : 1 + random.nextInt(100);
                limits[i] = random.nextInt(3) == 0 ? Math.max(1, rate(random, extreme)) : Long.MAX_VALUE;
                reservations[i] = random.nextInt(3) == 0 ? Math.min(limits[i], rate(random, extreme)) : 0;
                wanted[i] = random.nextBoolean() ? Long.MAX_VALUE : rate(random, extreme);
            }
            long capacity = extreme && random.nextBoolean() ? Long.MAX_VALUE : rate(random, extreme);
            return new Case(Rate.ofBytesPerSecond(capacity), weights, reservations, limits, wanted);
        }

        private static long rate(SplittableRandom random, boolean extreme) {
            return random.nextLong() >>> random.nextInt(extreme ? 1 : 30, 64);
        }

        Case withWeightsTimes(double factor) {
            double[] scaled = weights.clone();
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] *= factor;
                if (scaled[i] < Double.MIN_NORMAL || Double.isInfinite(scaled[i])) {
                    return this;
                }
            }
            long[] wanted = bounds;
            return new Case(capacity, scaled, reservations, limits, wanted);
        }

        long reserved(int tenant) {
            return Math.min(reservations[tenant], bounds[tenant]);
        }

        double floors() {
            double floors = 0;
            for (int i = 0; i < bounds.length; i++) {
                floors += (double) reserved(i);
            }
            return floors;
        }

        /** One byte each for rounding down, plus the rounding error of doubles this large. */
        double rounding() {
            return bounds.length + 1 + (double) capacity.bytesPerSecond() * 1e-11;
        }

        AssertionError wrong(String broken, List<Entitlement> entitlements) {
            return new AssertionError(
                    "not so: " + broken + "; " + capacity + " among " + demands + " gave " + entitlements);
        }
    }
}
