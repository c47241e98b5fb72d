package io.hdfsthrottle.bench.scenario.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * Computes tenants' dues of all nodes together: the lexicographic weighted max-min of their totals over all feasible
 * flows from nodes to tenants. Pure, exact except for rounding, and slow: it examines every subset of at most
 * {@value #MOST_CLAIMS} tenants.
 *
 * <p>Totals are feasible if and only if every set of tenants gets at most what nodes can give it together, the least
 * cut (Gale 1957); sets that reach this bound are limited by it, so the filling stops for them and continues for the
 * others (Megiddo 1974).
 */
final class Entitlements {

    static final int MOST_CLAIMS = 12;

    private static final double NEAR = 1 + 1e-9;

    private final List<Double> capacities;
    private final List<Claim> claims;

    private Entitlements(List<Double> capacities, List<Claim> claims) {
        this.capacities = capacities;
        this.claims = claims;
    }

    /**
     * A tenant, rates in bytes a second.
     *
     * @param weight more than 0
     * @param limit of its total; infinite for none
     * @param wants its demand on each node: 0 where it does not read, infinite for an unlimited one
     */
    record Claim(double weight, double limit, List<Double> wants) {

        Claim {
            wants = List.copyOf(wants);
            if (!(weight > 0)) {
                throw new IllegalArgumentException("a weight is more than 0, not " + weight);
            }
        }
    }

    /** Each tenant's total, in the order of the claims, for nodes of these capacities in bytes a second. */
    static List<Double> of(List<Double> capacities, List<Claim> claims) {
        if (claims.size() > MOST_CLAIMS) {
            throw new IllegalArgumentException(claims.size() + " tenants are more than " + MOST_CLAIMS);
        }
        return new Entitlements(List.copyOf(capacities), List.copyOf(claims)).filled();
    }

    private List<Double> filled() {
        double[] due = new double[claims.size()];
        int fixed = 0;
        int all = (1 << claims.size()) - 1;
        while (fixed != all) {
            double level = level(due, fixed);
            int held = held(due, fixed, level * NEAR);
            for (int i = 0; i < due.length; i++) {
                if ((held & ~fixed & 1 << i) != 0) {
                    due[i] = level * claims.get(i).weight();
                }
            }
            fixed |= held;
        }
        List<Double> totals = new ArrayList<>();
        for (double each : due) {
            totals.add(each);
        }
        return totals;
    }

    /** How far the totals of those that are not fixed can grow, per unit of weight. */
    private double level(double[] due, int fixed) {
        double least = Double.POSITIVE_INFINITY;
        for (int set = 1; set < 1 << due.length; set++) {
            if ((set & ~fixed) != 0) {
                least = Math.min(least, level(set, due, fixed));
            }
        }
        return least;
    }

    private int held(double[] due, int fixed, double level) {
        int held = 0;
        for (int set = 1; set < 1 << due.length; set++) {
            if ((set & ~fixed) != 0 && level(set, due, fixed) <= level) {
                held |= set;
            }
        }
        return held;
    }

    private double level(int set, double[] due, int fixed) {
        double free = given(set);
        double weight = 0;
        for (int i = 0; i < due.length; i++) {
            if ((set & 1 << i) != 0) {
                free -= (fixed & 1 << i) != 0 ? due[i] : 0;
                weight += (fixed & 1 << i) != 0 ? 0 : claims.get(i).weight();
            }
        }
        double byNodes = Math.max(0, free) / weight;
        boolean one = Integer.bitCount(set) == 1;
        return one
                ? Math.min(
                        byNodes, claims.get(Integer.numberOfTrailingZeros(set)).limit() / weight)
                : byNodes;
    }

    /** The most that the nodes can give these tenants together. */
    private double given(int set) {
        double given = 0;
        for (int node = 0; node < capacities.size(); node++) {
            double wanted = 0;
            for (int i = 0; i < claims.size(); i++) {
                wanted += (set & 1 << i) == 0 ? 0 : claims.get(i).wants().get(node);
            }
            given += Math.min(capacities.get(node), wanted);
        }
        return given;
    }
}
