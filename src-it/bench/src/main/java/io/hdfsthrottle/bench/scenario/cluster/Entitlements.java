package io.hdfsthrottle.bench.scenario.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes tenants' dues of all nodes together: the lexicographic weighted max-min of their totals over all feasible
 * flows from nodes to tenants. Pure, exact except for rounding, and slow: it examines every subset of the tenants.
 *
 * <p>Totals are feasible if and only if every set of tenants gets at most what nodes can give it together, the least
 * cut (Gale 1957); sets that reach this bound are limited by it, so the filling stops for them and continues for the
 * others (Megiddo 1974).
 */
record Entitlements(List<Double> capacities, List<Claim> claims) {

    private static final double NEAR = 1 + 1e-9;

    /** A tenant's weight, the limit of its total, and its demand on each node, 0 where it does not read. */
    record Claim(double weight, double limit, List<Double> wants) {}

    /** Each tenant's total, in the order of the claims, for nodes of these capacities; sets are bits of a number. */
    List<Double> due() {
        double[] due = new double[claims.size()];
        int all = (1 << due.length) - 1;
        for (int fixed = 0; fixed != all; ) {
            double[] levels = new double[all + 1];
            for (int set = 0; set <= all; set++) {
                levels[set] = (set & ~fixed) == 0 ? Double.POSITIVE_INFINITY : level(set, due, fixed);
            }
            double level = Arrays.stream(levels).min().orElseThrow();
            int held = IntStream.rangeClosed(0, all)
                    .filter(set -> levels[set] <= level * NEAR)
                    .reduce(fixed, (sets, set) -> sets | set);
            for (int i = 0; i < due.length; i++) {
                due[i] = isIn(i, held & ~fixed) ? level * claims.get(i).weight() : due[i];
            }
            fixed = held;
        }
        return Arrays.stream(due).boxed().toList();
    }

    private static boolean isIn(int tenant, int set) {
        return (set & 1 << tenant) != 0;
    }

    /** How far the totals of those of a set that are not fixed can grow, per unit of weight. */
    private double level(int set, double[] due, int fixed) {
        double free = given(set);
        double weight = 0;
        for (int i = 0; i < due.length; i++) {
            if (isIn(i, set & fixed)) {
                free -= due[i];
            } else if (isIn(i, set)) {
                weight += claims.get(i).weight();
            }
        }
        boolean one = Integer.bitCount(set) == 1;
        double limit = one ? claims.get(Integer.numberOfTrailingZeros(set)).limit() : Double.POSITIVE_INFINITY;
        return Math.min(Math.max(0, free), limit) / weight;
    }

    /** The most that the nodes can give these tenants together. */
    private double given(int set) {
        double given = 0;
        for (int node = 0; node < capacities.size(); node++) {
            double wanted = 0;
            for (int i = 0; i < claims.size(); i++) {
                wanted += isIn(i, set) ? claims.get(i).wants().get(node) : 0;
            }
            given += Math.min(capacities.get(node), wanted);
        }
        return given;
    }
}
